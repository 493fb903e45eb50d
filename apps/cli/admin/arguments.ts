import { parseArgs } from 'node:util';
import { createApiKeySchema, type CreateApiKey } from '../../../shared/contracts/api-key.schema';
import { scopes } from '../../../shared/domain/access/scope';

/** The organization that a first start makes. */
const defaultOrganizationId = 'org_default';

export const usageText = `Usage: npm run keys -- COMMAND

  create --name NAME [--scopes jobs:read,jobs:write] [--campaigns ID,ID] [--expires 2027-01-31T00:00:00Z]
         makes an API key and prints it, once. Without --scopes it may do everything.
  list   shows the keys of the organization
  revoke KEY_ID
         takes a key away; running processes notice within seconds

  --organization ID   ${defaultOrganizationId} by default; "create" makes it if it is not there

Needs MONGODB_URI (and MONGODB_DATABASE) of the deployment. Example:
  npm run keys -- create --name "CRM, production" --scopes jobs:read,jobs:write

Scopes: ${scopes.join(', ')}`;

export type Command = { organization: string } & (
  { kind: 'create'; key: CreateApiKey } | { kind: 'list' } | { kind: 'revoke'; keyId: string }
);

/** What was asked for cannot be done; the message is for the one who asked. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** @throws {UsageError} that says what is wrong */
export function parseCommand(argv: readonly string[]): Command | 'help' {
  const { values, positionals } = parseArguments(argv);
  const [kind, keyId, ...more] = positionals;
  if (values.help === true || kind === undefined) return 'help';
  const organization = values.organization ?? defaultOrganizationId;
  if (kind === 'list' && keyId === undefined) return { organization: organization, kind };
  if (kind === 'revoke' && keyId !== undefined && more.length === 0) return { organization: organization, kind, keyId };
  if (kind !== 'create' || keyId !== undefined) throw new UsageError(`There is no command "${positionals.join(' ')}".`);
  return { organization: organization, kind, key: toCreateApiKey(values) };
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        scopes: { type: 'string' },
        campaigns: { type: 'string' },
        expires: { type: 'string' },
        organization: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toCreateApiKey(values: ReturnType<typeof parseArguments>['values']): CreateApiKey {
  const list = (text: string | undefined): string[] | undefined => text?.split(',').map((item) => item.trim());
  const key = createApiKeySchema.safeParse({
    Name: values.name,
    Scopes: list(values.scopes) ?? [...scopes],
    ...(values.campaigns === undefined ? {} : { CampaignIDs: list(values.campaigns) }),
    ...(values.expires === undefined ? {} : { ExpiresAt: values.expires }),
  });
  if (key.success) return key.data;
  throw new UsageError(key.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
