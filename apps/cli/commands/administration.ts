import type { ApiKey, AuditLogEntry, AuditLogQuery, CreateApiKey, Scope } from '@outdial/client';
import type { Command } from 'commander';
import { parseCount, omitUndefined, parseInstant, withExamples, parseList } from '../arguments';
import { formatInstant, escapeControls, type Column } from '../output';
import type { Action } from '../session';

const keyColumns: readonly Column<ApiKey>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ Data }) => Data.State],
  ['NAME', ({ Data }) => Data.Name],
  ['SCOPES', ({ Data }) => Data.Scopes.join(',')],
  ['CAMPAIGNS', ({ Data }) => Data.CampaignIDs?.join(',')],
  ['LAST USED', ({ Data }) => formatInstant(Data.LastUsedAt)],
];

interface KeyFlags {
  name: string;
  scopes: string[];
  campaigns?: string[];
  expires?: Date;
}

/** `outdial keys …` */
export function addKeys(program: Command, action: Action): void {
  const keys = program.command('keys').description('Manage API keys.');
  withExamples(keys, 'keys list');
  const create = keys
    .command('create')
    .description('Create an API key and print it once.')
    .requiredOption('--name <name>', 'the purpose of the key')
    .requiredOption('--scopes <scopes>', 'its scopes, separated by commas, such as jobs:read,jobs:write', parseList)
    .option('--campaigns <ids>', 'limit the key to these campaigns, separated by commas', parseList)
    .option('--expires <instant>', 'its expiry, with a UTC offset', parseInstant)
    .action(
      action(async ({ client, signal, show }, flags: KeyFlags) => {
        const body: CreateApiKey = {
          Name: flags.name,
          Scopes: flags.scopes as Scope[],
          ...omitUndefined({ CampaignIDs: flags.campaigns, ExpiresAt: flags.expires?.toISOString() }),
        };
        const made = await client.keys.create(body, { signal });
        show(
          made,
          `${escapeControls(made.KeyID)}\n${escapeControls(made.Key)}\nStore the key safely: it is shown only once.\n`,
        );
      }),
    );
  withExamples(
    create,
    'keys create --name CRM --scopes jobs:read,jobs:write',
    'keys create --name Trial --scopes jobs:read --campaigns campaign_demo --expires 2027-01-31T00:00:00Z',
  );
  const list = keys
    .command('list')
    .description('List API keys.')
    .action(
      action(async (session) => {
        await session.list(await session.client.keys.list({ signal: session.signal }), keyColumns);
      }),
    );
  withExamples(list, 'keys list');
  const revoke = keys
    .command('revoke <key-id>')
    .description('Revoke an API key.')
    .option('--descendants', 'also revoke the keys that it created, and those that they created')
    .action(
      action(async ({ client, signal, show }, id: string, { descendants }: { descendants?: true }) => {
        const revoked = await client.keys.revoke(id, { signal, ...(descendants && { descendants }) });
        const ids = [revoked.ID, ...(revoked.Descendants ?? [])].map(escapeControls);
        show(revoked, ids.map((one) => `${one} is ${escapeControls(revoked.Data.State)}.\n`).join(''));
      }),
    );
  withExamples(revoke, 'keys revoke key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e');
}

const auditColumns: readonly Column<AuditLogEntry>[] = [
  ['TIME', ({ CreatedAt }) => formatInstant(CreatedAt)],
  ['ACTION', ({ Data }) => Data.Action],
  ['ACTOR', ({ Data }) => actorOf(Data.Actor)],
  [
    'TARGET',
    ({ Data }) => Data.CallID ?? Data.JobID ?? Data.ImportID ?? Data.WebhookID ?? Data.KeyID ?? Data.CampaignID,
  ],
];
const actorOf = (actor: AuditLogEntry['Data']['Actor']): string =>
  'KeyID' in actor ? actor.KeyID : `service ${actor.Name}`;

interface AuditFlags {
  action?: NonNullable<AuditLogQuery['action']>;
  by?: string;
  job?: string;
  since?: Date;
  until?: Date;
  limit: number;
}

/** `outdial audit …` */
export function addAudit(program: Command, action: Action): void {
  const audit = program.command('audit').description('Read the audit log.');
  withExamples(audit, 'audit list --limit 20');
  const list = audit
    .command('list')
    .description('List audited actions, newest first; --campaign limits the list to one campaign.')
    .option('--action <action>', 'only this action, such as job.canceled')
    .option('--by <key-id>', 'only actions of this API key')
    .option('--job <job>', 'only actions on this job')
    .option('--since <instant>', 'only actions since this instant, with a UTC offset', parseInstant)
    .option('--until <instant>', 'only actions up to this instant', parseInstant)
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(async (session, flags: AuditFlags) => {
        const query: AuditLogQuery = omitUndefined({
          action: flags.action,
          key: flags.by,
          campaign: session.namedCampaign,
          job: flags.job,
          since: flags.since?.toISOString(),
          until: flags.until?.toISOString(),
          limit: Math.min(flags.limit, 100),
        });
        await session.list(session.client.audit.all(query, { signal: session.signal }), auditColumns, flags.limit);
      }),
    );
  withExamples(list, 'audit list --action job.canceled --since 2027-01-01T00:00:00Z', 'audit list --limit 500 --json');
}
