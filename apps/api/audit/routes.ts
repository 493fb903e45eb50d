import { auditLogSchema, listAuditLogQuerySchema } from '../../../shared/contracts/audit.schema';
import { route } from '../http/route';
import { listAuditLog } from './list-audit-log';

export const auditRoutes = [
  route({
    method: 'GET',
    path: '/audit-log',
    operation: 'listAuditLog',
    doc: {
      tag: 'API keys',
      summary: 'Read the audit log',
      description: 'Returns audited actions and their actors, newest first. Entries contain no personal data.',
      responses: { 200: { description: 'A page of the log.', schema: auditLogSchema } },
    },
    access: 'audit:read',
    query: listAuditLogQuerySchema,
    handle: listAuditLog,
  }),
];
