import { Command } from 'commander';
import { withExamples } from './arguments';
import { addAudit, addKeys } from './commands/administration';
import { addCampaigns } from './commands/campaigns';
import { addCompletion } from './commands/completion';
import { addImports } from './commands/imports';
import { addJobs } from './commands/jobs';
import { addListen } from './commands/listen';
import { addRecordings } from './commands/recordings';
import { addWebhooks } from './commands/webhooks';
import { exitCodes, type ExitCode } from './exit-codes';
import { createAction, type CliContext } from './session';

const settingsHelp = `
Settings:
  OUTDIAL_URL       where the API is (--url)
  OUTDIAL_API_KEY   the API key; better here than as --key, which others on this machine can read
  OUTDIAL_CAMPAIGN  the campaign of commands that need one (--campaign)
  With none of them set, a local stack that \`npm start\` runs in this checkout is used: its address, its key and its
  campaign. Its key is sent to this machine's loopback addresses only.

Exit codes:
  ${exitCodes.done} done   ${exitCodes.failed} refused or failed   ${exitCodes.usage} wrong usage   ${exitCodes.unreachable} not reachable   ${exitCodes.unauthorized} not authorized   ${exitCodes.invalidRows} imported, but some rows are bad   ${exitCodes.interrupted} Ctrl-C`;

/** The whole command tree. @param onExit is told how a command ended */
export function createProgram(context: CliContext, onExit: (code: ExitCode) => void): Command {
  const { stdout, stderr } = context;
  const program = new Command('outdial')
    .description('Automated outbound voice calls from a terminal.')
    .option('--url <url>', 'where the API is; better in OUTDIAL_URL')
    .option('--key <key>', 'the API key; better in OUTDIAL_API_KEY')
    .option('-c, --campaign <id>', 'the campaign; or in OUTDIAL_CAMPAIGN')
    .option('--json', 'JSON for programs: one value, or one a line for lists and for what is watched')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(add --help for help and examples)')
    .exitOverride();
  withExamples(
    program,
    'jobs create --phone +14155550123 --watch',
    'jobs explain job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    'import contacts.csv --campaign campaign_demo',
  ).addHelpText('after', settingsHelp);
  const action = createAction(context, onExit);
  for (const add of [addJobs, addCampaigns, addImports, addWebhooks, addListen, addRecordings, addKeys, addAudit])
    add(program, action);
  addCompletion(program, stdout);
  return program;
}
