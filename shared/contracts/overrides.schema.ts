import { z } from 'zod';
import { redactionEntities, type JobOverrides } from '../domain/job/overrides';
import { constraintsSchema } from './constraints.schema';
import { freeForm, whole } from './primitives';

/** The longest call and ring we carry: a day, and what carriers take at most (Twilio's `Timeout`: 600 s). */
export const callLimits = { maxCallSeconds: 86_400, maxRingSeconds: 600 } as const;
const seconds = (max: number) => whole(' of seconds', { min: 1, max });
const entities = z.array(z.enum(redactionEntities)).max(redactionEntities.length);

/** `<stt_provider>.options`: only these two are passed on. */
const speechToText = z.record(
  z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Expected the key name of a speech-to-text provider.'),
  z.strictObject({
    options: z
      .strictObject({
        language: z.string().max(35).optional(),
        keywords: z.array(z.string().max(200)).max(500).optional(),
      })
      .optional(),
  }),
);

/** Settings of a campaign that a job may set for itself. */
export const jobOverridesSchema = z.strictObject({
  HangUpIsOptOut: z.boolean().optional(),
  DisableRecording: z.boolean().optional(),
  MaxCallSeconds: seconds(callLimits.maxCallSeconds).optional(),
  MaxRingSeconds: seconds(callLimits.maxRingSeconds).optional(),
  Integrations: freeForm.optional(),
  Constraints: constraintsSchema.optional(),
  Redaction: z.strictObject({ redact: entities.optional(), keep: entities.optional() }).optional(),
  SST: speechToText.optional(),
}) satisfies z.ZodType<JobOverrides>;
