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
    'Entries of this action alone.',
    'job.created',
  ).optional(),
  key: field(idParameter('a key'), 'What this API key did.', 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
  campaign: field(
    idParameter('a campaign'),
    'What was done in this campaign.',
    'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  job: field(idParameter('a job'), 'What was done to this job.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
  since: field(instantParameter, 'From then on: RFC 3339, or unix milliseconds.', '2026-11-21T08:00:00Z').optional(),
  until: field(instantParameter, 'Up to then: RFC 3339, or unix milliseconds.', '2026-11-21T12:00:00Z').optional(),
  after: field(idParameter('an entry'), 'Id of an entry: the list begins behind it.', entryId).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Entries on the page, from 1 to 100.', 100).optional(),
});
export type ListAuditLogQuery = z.infer<typeof listAuditLogQuerySchema>;

const actor = z
  .discriminatedUnion('Kind', [
    z.object({ Kind: field(z.literal('api_key'), 'The holder of an API key.'), KeyID: ids.key }),
    z.object({
      Kind: field(z.literal('service'), 'The service by itself, or an operator.'),
      Name: field(z.string(), 'Which part of it.', 'retention'),
    }),
  ])
  .meta({ id: 'AuditActor', description: 'Who did it.' });

const auditDataSchema = z
  .object({
    Action: field(z.enum(auditActions), 'What was done.', 'job.created'),
    Actor: field(actor, 'Who did it: a key, or the service itself.'),
    RequestID: field(z.string(), 'The request that asked for it.', 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
    CampaignID: ids.campaign.optional(),
    JobID: ids.job.optional(),
    CallID: ids.call.optional(),
    ImportID: ids.import.optional(),
    WebhookID: ids.webhook.optional(),
    KeyID: ids.key.optional(),
    Details: field(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()])).readonly(),
      'More of it: names of fields and codes, never personal data.',
      { Fields: ['Data'] },
    ).optional(),
  })
  .meta({ id: 'AuditLogEntryData', description: 'What was done, by whom, and to what.' });

const auditLogEntrySchema = z
  .object({
    OrgID: ids.org,
    ID: field(z.string(), 'Id of the entry.', entryId),
    Data: field(auditDataSchema, 'What the entry says.'),
    CreatedAt: instant('When it was done.'),
  })
  .meta({ id: 'AuditLogEntry', description: 'One line of the audit log.' });
export type AuditLogEntryBody = z.output<typeof auditLogEntrySchema>;

export const auditLogSchema = z
  .object({ AuditLogEntries: field(z.array(auditLogEntrySchema), 'Entries, the newest first.') })
  .meta({ id: 'AuditLog', description: 'A page of the audit log. For the next one give the last ID as `after`.' });
