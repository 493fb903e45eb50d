import { mintApiKey } from '../../../shared/adapters/crypto/api-key';
import { newId } from '../../../shared/adapters/ids';
import { createApiKeysRepository } from '../../../shared/adapters/mongo/api-keys.repository';
import { createAuditLogRepository } from '../../../shared/adapters/mongo/audit-log.repository';
import { createCampaignsRepository } from '../../../shared/adapters/mongo/campaigns.repository';
import { ensureIndexes } from '../../../shared/adapters/mongo/indexes';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createOrganizationsRepository } from '../../../shared/adapters/mongo/organizations.repository';
import type { AuditAction } from '../../../shared/domain/audit/audit';
import { keyStateAt } from '../../../shared/domain/access/api-key';
import { type Command, UsageError } from './arguments';

/** Does what was asked for. @returns what to print */
export async function runCommand(command: Command, { db }: Pick<Mongo, 'db'>, nowMs: number): Promise<string> {
  const keys = createApiKeysRepository(db);
  const { organization: orgId } = command;
  const audit = (Action: AuditAction, KeyID: string): Promise<void> =>
    createAuditLogRepository(db).record({
      ID: newId('audit'),
      OrgID: orgId,
      Action,
      Actor: { Kind: 'service', Name: 'npm run keys' },
      CreatedMS: nowMs,
      KeyID,
    });

  switch (command.kind) {
    case 'create': {
      await ensureIndexes(db);
      await createOrganizationsRepository(db).insertIfAbsent({ ID: orgId, Name: orgId, CreatedMS: nowMs });
      const { Name, Scopes, CampaignIDs, ExpiresAt } = command.key;
      await requireCampaigns(CampaignIDs ?? [], orgId, db);
      const { id, key, hash } = mintApiKey();
      const ExpiresMS = ExpiresAt === undefined ? undefined : Date.parse(ExpiresAt);
      await audit('api_key.created', id);
      const record = { ID: id, OrgID: orgId, Hash: hash, Name, Scopes, CampaignIDs, CreatedMS: nowMs, ExpiresMS };
      await keys.insertIfAbsent(record);
      return `${id} may ${Scopes.join(', ')}. Keep the key, it is not shown again:\n${key}`;
    }
    case 'list': {
      const found = await keys.list(orgId);
      return found.map((key) => [key.ID, keyStateAt(key, nowMs), key.Name, key.Scopes.join(',')].join('\t')).join('\n');
    }
    case 'revoke': {
      if (!(await keys.find(orgId, command.keyId))) throw new UsageError(`${orgId} has no key ${command.keyId}.`);
      await audit('api_key.revoked', command.keyId);
      await keys.revoke(orgId, command.keyId, nowMs);
      return `${command.keyId} is revoked.`;
    }
  }
}

async function requireCampaigns(ids: readonly string[], orgId: string, db: Mongo['db']): Promise<void> {
  const knownIds = (await createCampaignsRepository(db).list(orgId, ids)).map(({ ID }) => ID);
  const unknownIds = ids.filter((id) => !knownIds.includes(id));
  if (unknownIds.length > 0) throw new UsageError(`${orgId} has no campaign ${unknownIds.join(', ')}.`);
}
