import type { Command } from 'commander';
import { parseInstant, parseList, parseOrganizationId, withExamples } from '../arguments';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../failures';
import { escapeControls, type Column } from '../output';
import type { Action, LocalSession } from '../session';
import type { KeySummary, NewKey } from './api-keys';
import { addControlStates } from './control-state-commands';
import { addDoctor } from './doctor/doctor-command';
import { addMigrate } from './migrate-command';
import { addPolicy } from './policy-commands';
import { addRestored } from './restored/restored-command';
import { addSetup } from './setup/setup-command';

/** The organization that the first start of a deployment creates. */
const defaultOrganizationId = 'org_default';
const maxShownIds = 20;

const keyColumns: readonly Column<KeySummary>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['NAME', ({ Name }) => Name],
  ['SCOPES', ({ Scopes }) => Scopes.join(',')],
];

const withOrganization = (command: Command): Command =>
  command.option('--organization <id>', 'the organization', parseOrganizationId, defaultOrganizationId);

/** Database code loads only when an admin command runs: the other commands call the API and start faster without it. */
const loadApiKeys = () => import('./api-keys.ts');
const loadRotation = () => import('./rotate-master-key.ts');

interface Flags {
  organization: string;
}

function addKeys(admin: Command, action: Action<LocalSession>): void {
  const keys = admin.command('keys').description('Manage API keys without an API key.');
  withExamples(keys, 'admin keys create --name "First key"');
  const create = withOrganization(keys.command('create'))
    .description('Create an API key and print it once. Creates the organization if it does not exist.')
    .requiredOption('--name <name>', 'the purpose of the key')
    .option('--scopes <scopes>', 'its scopes, separated by commas; by default all but service:read', parseList)
    .option('--campaigns <ids>', 'limit the key to these campaigns, separated by commas', parseList)
    .option('--expires <instant>', 'its expiry, with a UTC offset', parseInstant)
    .action(
      action(async (session, flags: NewKey & Flags) => {
        const { withApiKeys } = await loadApiKeys();
        const created = await withApiKeys(session, flags.organization, (apiKeys) => apiKeys.create(flags));
        session.show(created, `${created.KeyID}\n${created.Key}\nStore the key safely: it is shown only once.\n`);
      }),
    );
  withExamples(
    create,
    'admin keys create --name "First key"',
    'admin keys create --name CRM --scopes jobs:read,jobs:write --expires 2027-01-31T00:00:00Z',
  );
  const list = withOrganization(keys.command('list'))
    .description('List the API keys of an organization.')
    .action(
      action(async (session, { organization }: Flags) => {
        const { withApiKeys } = await loadApiKeys();
        await session.list(await withApiKeys(session, organization, (apiKeys) => apiKeys.list()), keyColumns);
      }),
    );
  withExamples(list, 'admin keys list');
  const revoke = withOrganization(keys.command('revoke <key-id>'))
    .description('Revoke an API key. Running processes stop accepting it within seconds.')
    .option('--descendants', 'also revoke the keys that it created, and those that they created')
    .action(
      action(async (session, id: string, { organization, ...flags }: Flags & { descendants?: true }) => {
        const { withApiKeys } = await loadApiKeys();
        const [, ...Descendants] = await withApiKeys(session, organization, (apiKeys) => apiKeys.revoke(id, flags));
        const shown = { KeyID: id, State: 'revoked', ...(flags.descendants && { Descendants }) };
        session.show(shown, [id, ...Descendants].map((one) => `${escapeControls(one)} is revoked.\n`).join(''));
      }),
    );
  withExamples(revoke, 'admin keys revoke key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e');
}

interface LinkFlags extends Flags {
  publicUrl?: string;
}
const localUrl = 'http://127.0.0.1:8080';

function addSignInLink(admin: Command, action: Action<LocalSession>): void {
  const link = withOrganization(admin.command('sign-in-link <key-id>'))
    .description('Print an address that signs one browser in to the console with a key, once, within an hour.')
    .option('--public-url <url>', `where browsers reach the API; PUBLIC_URL, else ${localUrl}`)
    .action(
      action(async (session, id: string, { organization, publicUrl }: LinkFlags) => {
        const { withApiKeys } = await loadApiKeys();
        const url = parsePublicUrl(publicUrl ?? (session.env['PUBLIC_URL'] || localUrl));
        const created = await withApiKeys(session, organization, (apiKeys) => apiKeys.createSignInLink(id, url));
        session.show(created, `${created.URL}\n`);
      }),
    );
  withExamples(
    link,
    'admin sign-in-link key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e --public-url https://outdial.example.com',
  );
}

/** Without a trailing slash. @throws {UsageError} */
function parsePublicUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new UsageError('Expected an http or https URL.');
  return new URL(text).href.replace(/\/+$/, '');
}

async function rotate(session: LocalSession): Promise<ExitCode> {
  const { rotateInDatabase } = await loadRotation();
  const result = await rotateInDatabase(session, ({ examined, rewrapped }) => {
    session.stderr.write(`${examined} keys examined, ${rewrapped} rewrapped\n`);
  });
  const { examined, rewrapped, conflicts, unreadable } = result;
  const lines = [`${examined} keys examined, ${rewrapped} rewrapped, ${conflicts} changed concurrently.`];
  if (conflicts > 0) lines.push('Repeat the command until no key changes concurrently.');
  if (unreadable.length > 0) {
    lines.push(`No configured master key unwraps ${unreadable.length} of the keys. Their jobs cannot be read:`);
    lines.push(...unreadable.slice(0, maxShownIds).map((id) => `  ${id}`));
    if (unreadable.length > maxShownIds) lines.push(`  and ${unreadable.length - maxShownIds} more (see --json)`);
  }
  session.show(result, `${lines.map(escapeControls).join('\n')}\n`);
  return unreadable.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** `outdial admin …`: for operators, who have the settings of the database instead of an API key. */
export function addAdmin(program: Command, action: Action<LocalSession>): void {
  const admin = program
    .command('admin')
    .description(
      'Operate a deployment through its servers, with their settings: MONGODB_URI, MONGODB_DATABASE and others.',
    );
  withExamples(admin, 'admin keys create --name "First key"', 'admin rotate-master-key');
  addKeys(admin, action);
  addSignInLink(admin, action);
  addPolicy(admin, action, withOrganization);
  addControlStates(admin, action);
  addSetup(admin, action);
  addDoctor(admin, action);
  addMigrate(admin, action);
  addRestored(admin, action);
  const rotation = admin
    .command('rotate-master-key')
    .description(
      'Rewrap every data key with OUTDIAL_MASTER_KEY that a key of OUTDIAL_PREVIOUS_MASTER_KEYS wrapped. Exits with 1 if some cannot be unwrapped.',
    )
    .action(action((session) => rotate(session)));
  withExamples(rotation, 'admin rotate-master-key');
}
