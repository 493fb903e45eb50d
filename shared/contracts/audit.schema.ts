import { z } from 'zod';
import { auditActions } from '../domain/audit/audit';
import { field, ids, instant, typedParameter } from './field';
import { instantParameter, pageSizeBounds, pageLimit } from './parameters';
import { stringMatching } from './primitives';

const idParameter = (noun: string) => stringMatching(/^[A-Za-z0-9_-]{1,128}$/, `Expected ${noun} id.`);
const entryId = 'audit_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';

export const listAuditLogQuerySchema = z.strictObject({
  action: field(
    z.enum(auditActions, `Expected one of ${auditActions.join(', ')}.`),
    'Only entries with this action.',
    'job.created',
  ).optional(),
  key: field(idParameter('a key'), 'Only actions of this API key.', 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
  campaign: field(
    idParameter('a campaign'),
    'Only actions in this campaign.',
    'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  job: field(idParameter('a job'), 'Only actions on this job.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
  since: field(
    instantParameter,
    'Entries from that instant on: RFC 3339, or unix milliseconds.',
    '2026-11-21T08:00:00Z',
  ).optional(),
  until: field(
    instantParameter,
    'Entries up to that instant: RFC 3339, or unix milliseconds.',
    '2026-11-21T12:00:00Z',
  ).optional(),
  after: field(idParameter('an entry'), 'Id of an entry: the list starts after it.', entryId).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Entries on the page, from 1 to 100.', 100).optional(),
});
export type ListAuditLogQuery = z.infer<typeof listAuditLogQuerySchema>;

const actor = z
  .discriminatedUnion('Kind', [
    z.object({ Kind: field(z.literal('api_key'), 'The holder of an API key.'), KeyID: ids.key }),
    z.object({
      Kind: field(z.literal('service'), 'The service itself or an operator.'),
      Name: field(z.string(), 'The part of the service.', 'retention'),
    }),
  ])
  .meta({ id: 'AuditActor', description: 'The actor of an audited action.' });

const auditDataSchema = z
  .object({
    Action: field(z.enum(auditActions), 'The audited action.', 'job.created'),
    Actor: field(actor, 'The actor: an API key or the service itself.'),
    RequestID: field(
      z.string(),
      'The request that triggered the action. An id that does not begin with `req_` was chosen by the client.',
      'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
    CampaignID: ids.campaign.optional(),
    JobID: ids.job.optional(),
    CallID: ids.call.optional(),
    ImportID: ids.import.optional(),
    BulkActionID: ids.bulkAction.optional(),
    SuppressionID: ids.suppression.optional(),
    WebhookID: ids.webhook.optional(),
    DeliveryID: ids.delivery.optional(),
    KeyID: ids.key.optional(),
    Details: field(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])).readonly(),
      'Further details: field names and codes, never personal data.',
      { Fields: ['Data'] },
    ).optional(),
  })
  .meta({ id: 'AuditLogEntryData', description: 'The action, its actor and its target.' });

const auditLogEntrySchema = z
  .object({
    OrgID: ids.org,
    ID: field(z.string(), 'Id of the entry.', entryId),
    Data: field(auditDataSchema, 'The content of the entry.'),
    CreatedAt: instant('When the action took place.'),
  })
  .meta({ id: 'AuditLogEntry', description: 'One entry of the audit log.' });
export type AuditLogEntryBody = z.output<typeof auditLogEntrySchema>;

export const auditLogSchema = z
  .object({ AuditLogEntries: field(z.array(auditLogEntrySchema), 'Entries, newest first.') })
  .meta({ id: 'AuditLog', description: 'A page of the audit log. Pass the last ID as `after` to get the next page.' });
