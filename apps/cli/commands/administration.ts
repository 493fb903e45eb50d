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
  const keys = program.command('keys').description('API keys.');
  withExamples(keys, 'keys list');
  const create = keys
    .command('create')
    .description('Make an API key. Prints it, once.')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', 'what it may do, separated by commas, such as jobs:read,jobs:write', parseList)
    .option('--campaigns <ids>', 'only in these campaigns, separated by commas', parseList)
    .option('--expires <instant>', 'when it ends, with the zone', parseInstant)
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
          `${escapeControls(made.KeyID)}\n${escapeControls(made.Key)}\nKeep the key: it is shown this once.\n`,
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
    .description('Take an API key away.')
    .action(
      action(async ({ client, signal, show }, id: string) => {
        const revoked = await client.keys.revoke(id, { signal });
        show(revoked, `${escapeControls(revoked.ID)} is ${escapeControls(revoked.Data.State)}.\n`);
      }),
    );
  withExamples(revoke, 'keys revoke key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e');
}

const auditColumns: readonly Column<AuditLogEntry>[] = [
  ['WHEN', ({ CreatedAt }) => formatInstant(CreatedAt)],
  ['WHAT', ({ Data }) => Data.Action],
  ['WHO', ({ Data }) => actorOf(Data.Actor)],
  ['ON', ({ Data }) => Data.CallID ?? Data.JobID ?? Data.ImportID ?? Data.WebhookID ?? Data.KeyID ?? Data.CampaignID],
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
  const audit = program.command('audit').description('Who did what.');
  withExamples(audit, 'audit list --limit 20');
  const list = audit
    .command('list')
    .description('List the audit log, the newest first; --campaign keeps to one campaign.')
    .option('--action <action>', 'this action alone, such as job.canceled')
    .option('--by <key-id>', 'what this API key did')
    .option('--job <job>', 'what was done to this job')
    .option('--since <instant>', 'from then on, with the zone', parseInstant)
    .option('--until <instant>', 'up to then', parseInstant)
    .option('--limit <count>', 'how many at most', parseCount, 100)
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
