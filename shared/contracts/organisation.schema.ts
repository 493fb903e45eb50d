import { z } from 'zod';
import { attemptsPerNumberSchema } from './schedule-limits.schema';

/** A change of the organisation: fields given replace, `null` removes, fields left out stay. */
export const patchOrganisationSchema = z
  .strictObject({
    Name: z.string().min(1).max(200).optional(),
    MaxAttemptsPerNumber: attemptsPerNumberSchema.nullable().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Expected at least one field to change.');
export type PatchOrganisation = z.infer<typeof patchOrganisationSchema>;
