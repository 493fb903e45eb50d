import { z } from 'zod';
import { controlStates, ownControlStates } from '../domain/organization/control-state';
import { controlStateNote } from './campaign-response.schema';
import { field, ids, instant, removable } from './field';
import { callerPacingSchema } from './pacing.schema';
import { policySchema } from './policy.schema';
import { attemptsPerNumberSchema } from './schedule-limits.schema';

const name = field(z.string().min(1).max(200), 'Name of the organization.', 'Example Ltd');
const attempts = field(
  attemptsPerNumberSchema,
  'Limit on attempts to one number across all jobs of the organization.',
  { Count: 3, Duration: '24h' },
);

const callerPacing = field(
  callerPacingSchema,
  'Limits on the calls of each caller ID, over all campaigns of the organization.',
  { MaxConcurrentCalls: 5, MaxCallsPerMinute: 10 },
);

const state = field(
  z.enum(ownControlStates),
  '`paused` holds the calls of all its jobs back; running calls go on. A client cannot change it while the organization is blocked.',
  'paused',
);

/** A change of the organization: given fields are replaced, `null` removes a field, omitted fields stay. */
export const patchOrganizationSchema = z
  .strictObject({
    Name: name.optional(),
    MaxAttemptsPerNumber: removable(attempts),
    CallerIDPacing: removable(callerPacing),
    State: state.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Expected at least one field to change.')
  .meta({
    id: 'ChangeOrganizationBody',
    description: 'Given fields are replaced, `null` removes a field, omitted fields stay.',
    minProperties: 1,
  });
export type PatchOrganization = z.infer<typeof patchOrganizationSchema>;

export const organizationSchema = z
  .object({
    ID: ids.org,
    Data: field(
      z.object({
        Name: name,
        MaxAttemptsPerNumber: attempts.optional(),
        CallerIDPacing: callerPacing.optional(),
        State: field(z.enum(controlStates), controlStateNote, 'active'),
        Policy: field(policySchema, 'What the operator of the service allows; read-only.'),
      }),
      'Its settings.',
    ),
    CreatedAt: instant('When the organization was created.'),
  })
  .meta({ id: 'Organization', description: 'The owner of jobs, campaigns and webhooks.' });
export type OrganizationBody = z.output<typeof organizationSchema>;
