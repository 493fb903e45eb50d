import { newId } from '../../../shared/adapters/ids';
import { createAuditLogRepository } from '../../../shared/adapters/mongo/audit-log.repository';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import type { AuditEntry } from '../../../shared/domain/audit/audit';

/** What an admin command does: the rest of the entry follows from who does it, and when. */
export type AdminAction = Omit<AuditEntry, 'ID' | 'Actor' | 'CreatedMS'>;

/** Writes an admin command to the audit log of the organization, before the command changes anything, as the API does. */
export const recordAdminAction = (db: Mongo['db'], action: AdminAction): Promise<void> =>
  createAuditLogRepository(db).record({
    ID: newId('audit'),
    Actor: { Kind: 'service', Name: 'outdial admin' },
    CreatedMS: Date.now(),
    ...action,
  });
