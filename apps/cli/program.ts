import { Command } from 'commander';
import { addAdmin } from './admin/commands';
import { withExamples } from './arguments';
import { addAudit, addKeys } from './commands/administration';
import { addBulkActions } from './commands/bulk-actions';
import { addCampaigns } from './commands/campaigns';
import { addOrganization } from './commands/changes';
import { addCompletion } from './commands/completion';
import { addEvents } from './commands/events';
import { addImports } from './commands/imports';
import { addJobs } from './commands/jobs';
import { addListen } from './commands/listen';
import { addOperations } from './commands/operations';
import { addCalls, addSignIn, addWorkers } from './commands/overviews';
import { addRecordings } from './commands/recordings';
import { addNumbers, addSuppressions } from './commands/suppressions';
import { addWebhooks } from './commands/webhooks';
import { exitCodes, type ExitCode } from './exit-codes';
import { version } from './package.json';
import { createAction, openLocalSession, openSession, type CliContext } from './session';

const settingsHelp = `
Settings:
  OUTDIAL_URL       the URL of the API (--url)
  OUTDIAL_API_KEY   the API key; prefer this to --key, which other users of this machine can read
  OUTDIAL_CAMPAIGN  the campaign of commands that need one (--campaign)
  If none of them is set, the commands use the local stack that \`npm start\` runs in this checkout, with its key and its
  demo campaign. That key is sent only to loopback addresses.

Exit codes:
  ${exitCodes.done} success   ${exitCodes.failed} rejected or failed   ${exitCodes.usage} usage error   ${exitCodes.unreachable} API unavailable   ${exitCodes.unauthorized} not authorized   ${exitCodes.invalidRows} imported, but some rows are invalid   ${exitCodes.interrupted} Ctrl-C`;

/** Creates the command tree. @param onExit receives the exit code of the command */
export function createProgram(context: CliContext, onExit: (code: ExitCode) => void): Command {
  const { stdout, stderr } = context;
  const program = new Command('outdial')
    .description('Automated outbound voice calls from the terminal.')
    .version(version, '-V, --version', 'print the version')
    .option('--url <url>', 'the URL of the API; prefer OUTDIAL_URL')
    .option('--key <key>', 'the API key; prefer OUTDIAL_API_KEY')
    .option('-c, --campaign <id>', 'the campaign; or OUTDIAL_CAMPAIGN')
    .option('--allow-http', 'allow an http URL of another machine, to which the key is sent unencrypted')
    .option('--json', 'print JSON: one value, or one per line for lists and for watch')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('(use --help for help and examples)')
    .exitOverride();
  withExamples(
    program,
    'jobs create --phone +14155550123 --watch',
    'jobs explain job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    'import contacts.csv --campaign campaign_demo',
  ).addHelpText('after', settingsHelp);
  const action = createAction((command) => openSession(command, context), onExit);
  const groups = [addJobs, addCampaigns, addImports, addBulkActions, addSuppressions, addNumbers];
  const calls = [addCalls, addListen, addRecordings];
  const others = [
    addEvents,
    addWebhooks,
    ...calls,
    addKeys,
    addAudit,
    addWorkers,
    addOperations,
    addOrganization,
    addSignIn,
  ];
  for (const add of [...groups, ...others]) add(program, action);
  addAdmin(
    program,
    createAction((command) => openLocalSession(command, context), onExit),
  );
  addCompletion(program, stdout);
  return program;
}
