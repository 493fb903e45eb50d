import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import { createApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import { createCampaignsRepository } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createOrganizationsRepository } from '../../../shared/adapters/mongo/organizations.repository';
import { createTicketsRepository } from '../../../shared/adapters/mongo/tickets.repository';
import { databaseSettingsSchema } from '../../../shared/config/settings.schema';
import { createApiKeySchema, type CreateApiKey } from '../../../shared/contracts/api-key.schema';
import { descendantsOf, keyStateAt, type KeyState } from '../../../shared/domain/access/api-key';
import { signInTicketLifetimeMs, signInTicketPath, signInUrl } from '../../../shared/domain/access/sign-in';
import { defaultScopes, type Scope } from '../../../shared/domain/access/scope';
import type { AuditAction } from '../../../shared/domain/audit/audit';
import { UsageError } from '../failures';
import type { CliContext } from '../session';
import { recordAdminAction } from './audit';
import { withDatabase } from './database';

/** The flags of a new key. Without scopes it gets all that concern an organization. */
export interface NewKey {
  name: string;
  scopes?: string[];
  campaigns?: string[];
  expires?: Date;
}

/** A key as `outdial admin keys list` shows it. */
export interface KeySummary {
  ID: string;
  State: KeyState;
  Name: string;
  Scopes: readonly Scope[];
}

type Db = Mongo['db'];

/** Opens the API keys of an organization in the database of the environment. @throws {UsageError} */
export function withApiKeys<Result>(
  context: Pick<CliContext, 'env' | 'signal'>,
  orgId: string,
  use: (apiKeys: ReturnType<typeof createApiKeyAdmin>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, databaseSettingsSchema, (db) => use(createApiKeyAdmin(db, orgId, Date.now())));
}

/** The API keys of an organization. @param nowMs when what is created begins */
export function createApiKeyAdmin(db: Db, orgId: string, nowMs: number) {
  const keys = createApiKeysRepository(db);
  const audit = (Action: AuditAction, KeyID: string): Promise<void> =>
    recordAdminAction(db, { OrgID: orgId, Action, KeyID });
  return {
    async create(flags: NewKey): Promise<{ KeyID: string; Key: string; Scopes: readonly Scope[] }> {
      const { Name, Scopes, CampaignIDs, ExpiresAt } = validateNewKey(flags);
      await createOrganizationsRepository(db).insertIfAbsent({ ID: orgId, Name: orgId, CreatedMS: nowMs });
      await requireCampaigns(CampaignIDs ?? [], orgId, db);
      const { id, key, hash } = mintApiKey();
      const ExpiresMS = ExpiresAt === undefined ? undefined : Date.parse(ExpiresAt);
      await audit('api_key.created', id);
      await keys.insertIfAbsent({
        ID: id,
        OrgID: orgId,
        Hash: hash,
        Name,
        Scopes,
        NamesPersonalScope: true,
        CampaignIDs,
        CreatedMS: nowMs,
        ExpiresMS,
      });
      return { KeyID: id, Key: key, Scopes };
    },
    async list(): Promise<KeySummary[]> {
      const found = await keys.list(orgId);
      return found.map((key) => ({ ID: key.ID, State: keyStateAt(key, nowMs), Name: key.Name, Scopes: key.Scopes }));
    },
    /** An address that signs one browser in with a key, once, within an hour. @param publicUrl where browsers reach the API */
    async createSignInLink(id: string, publicUrl: string): Promise<{ URL: string; ExpiresAt: string }> {
      const key = await keys.find(orgId, id);
      if (key === undefined) throw new UsageError(`${orgId} has no key ${id}.`);
      const state = keyStateAt(key, nowMs);
      if (state !== 'active') throw new UsageError(`${id} is ${state}.`);
      await audit('sign_in_ticket.created', id);
      const ExpiresMS = nowMs + signInTicketLifetimeMs;
      const ticket = { OrgID: orgId, KeyID: id, Path: signInTicketPath, ExpiresMS };
      const text = await createTicketsRepository(db).create(ticket);
      return { URL: signInUrl(publicUrl, text), ExpiresAt: new Date(ExpiresMS).toISOString() };
    },
    /** @returns the ids of the revoked keys */
    async revoke(id: string, { descendants }: { descendants?: true }): Promise<string[]> {
      if (!(await keys.find(orgId, id))) throw new UsageError(`${orgId} has no key ${id}.`);
      const revokeOne = async (keyId: string): Promise<void> => {
        await audit('api_key.revoked', keyId);
        await keys.revoke(orgId, keyId, nowMs);
      };
      await revokeOne(id);
      if (descendants !== true) return [id];
      const created = descendantsOf(await keys.list(orgId), id).filter(({ RevokedMS }) => RevokedMS === undefined);
      for (const { ID } of created) await revokeOne(ID);
      return [id, ...created.map(({ ID }) => ID)];
    },
  };
}

function validateNewKey(flags: NewKey): CreateApiKey {
  const key = createApiKeySchema.safeParse({
    Name: flags.name,
    Scopes: flags.scopes ?? [...defaultScopes],
    ...(flags.campaigns === undefined ? {} : { CampaignIDs: flags.campaigns }),
    ...(flags.expires === undefined ? {} : { ExpiresAt: flags.expires.toISOString() }),
  });
  if (key.success) return key.data;
  throw new UsageError(key.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

async function requireCampaigns(ids: readonly string[], orgId: string, db: Db): Promise<void> {
  const knownIds = await createCampaignsRepository(db).listExisting(orgId, ids);
  const unknownIds = ids.filter((id) => !knownIds.includes(id));
  if (unknownIds.length > 0) throw new UsageError(`${orgId} has no campaign ${unknownIds.join(', ')}.`);
}
