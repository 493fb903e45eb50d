import { z } from 'zod';
import { field, ids, instant, removable } from './field';
import { attemptsPerNumberSchema } from './schedule-limits.schema';

const name = field(z.string().min(1).max(200), 'Name of the organisation.', 'Example Ltd');
const attempts = field(
  attemptsPerNumberSchema,
  'At most so many attempts to one number, over all jobs of the organisation.',
  { Count: 3, Duration: '24h' },
);

/** A change of the organisation: fields given replace, `null` removes, fields left out stay. */
export const patchOrganisationSchema = z
  .strictObject({
    Name: name.optional(),
    MaxAttemptsPerNumber: removable(attempts),
  })
  .refine((body) => Object.keys(body).length > 0, 'Expected at least one field to change.')
  .meta({
    id: 'ChangeOrganisationBody',
    description: 'Fields given replace, `null` removes, fields left out stay.',
    minProperties: 1,
  });
export type PatchOrganisation = z.infer<typeof patchOrganisationSchema>;

export const organisationSchema = z
  .object({
    ID: ids.org,
    Data: field(z.object({ Name: name, MaxAttemptsPerNumber: attempts.optional() }), 'Its settings.'),
    CreatedAt: instant('When the organisation was created.'),
  })
  .meta({ id: 'Organisation', description: 'Whose jobs, campaigns and webhooks these are.' });
export type OrganisationBody = z.output<typeof organisationSchema>;
