import { z } from 'zod';
import { maxCallLimits } from '../domain/campaign/campaign';
import type { JobOverrides } from '../domain/job/overrides';
import { everyEntity, redactionEntities } from '../domain/job/redaction';
import { constraintsSchema } from './constraints.schema';
import { field } from './field';
import { freeForm, freeFormNote, rejectPrototypeKey, trunkName, typeError } from './primitives';

/** The largest int64 reads as 2^63, because a double has 53 bits. */
const int64 = { type: 'integer', format: 'int64', minimum: 1, maximum: 2 ** 63 };
const seconds = z
  .number({ error: typeError('Expected a whole number of seconds, at least 1.') })
  .refine((value) => Number.isInteger(value) && value >= int64.minimum, {
    message: 'Expected a whole number of seconds, at least 1.',
    abort: true,
  })
  .refine((value) => value <= int64.maximum, 'Expected a whole number of seconds that fits into 64 bits.')
  .meta({ override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, int64) });
const capped = (name: keyof typeof maxCallLimits): string =>
  `Larger values are stored as given, and capped at ${maxCallLimits[name]} when a call is placed.`;

/** A kind of personal data that can be redacted. */
export const redactionEntity = z.enum(redactionEntities);

/** What is redacted before storage, and the exceptions: docs/redaction.md. */
const redaction = z.strictObject({
  redact: field(
    z.array(z.enum([...redactionEntities, everyEntity])).max(redactionEntities.length + 1),
    'Kinds of personal data to redact; "all" means every kind, an empty list none. Defaults to credit_card, iban and ssn.',
    ['phone_number', 'email'],
  ).optional(),
  keep: field(
    z.array(redactionEntity).max(redactionEntities.length),
    'Kinds of personal data to exclude from redaction.',
    ['name'],
  ).optional(),
});

/** `<stt_provider>.options`: only these two are passed on. */
const speechToText = rejectPrototypeKey(
  z.record(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Expected the key name of a speech-to-text provider.'),
    z
      .strictObject({
        options: field(
          z.strictObject({
            language: field(z.string().max(35), 'The spoken language.', 'fi-FI').optional(),
            keywords: field(z.array(z.string().max(200)).max(500), 'Words that are likely to occur.', [
              'Outdial',
            ]).optional(),
          }),
          'Options passed on to the provider.',
        ).optional(),
      })
      .meta({ id: 'SpeechToTextSettings', description: 'Settings of one speech-to-text provider.' }),
  ),
);

/** Campaign settings that a job can override. */
export const jobOverridesSchema = z
  .strictObject({
    HangUpIsOptOut: field(
      z.boolean(),
      'If true, a contact who hangs up before the conversation ends has opted out, and the job fails. A lost connection, an answering machine that hangs up and a wrong contact are no opt-out.',
      false,
    ).optional(),
    DisableRecording: field(
      z.boolean(),
      'If true, the audio is not recorded. Transcripts are stored regardless.',
      false,
    ).optional(),
    MaxCallSeconds: field(
      seconds,
      `Maximum call duration in seconds, from the answer. Defaults to 1800. ${capped('MaxCallSeconds')}`,
      600,
    ).optional(),
    MaxRingSeconds: field(
      seconds,
      `Maximum ring time in seconds. Defaults to 45. ${capped('MaxRingSeconds')}`,
      30,
    ).optional(),
    Integrations: field(
      freeForm,
      `Settings of integrations, keyed by integration. \`simulator\` holds those of the simulated telephone network and is validated while it places the calls; all others are free-form. ${freeFormNote}`,
      { simulator: { Scenario: 'conversation_complete' } },
    ).optional(),
    Constraints: field(constraintsSchema, 'When calls may be made.').optional(),
    Redaction: field(
      redaction,
      'What is redacted from transcripts and analyses before storage. Test jobs are not redacted.',
    ).optional(),
    Trunk: field(
      trunkName,
      'The trunk that places the calls, or a provider, whose first free trunk does. Defaults to the first provider of the installation. The trunk of a caller ID takes precedence. While the trunk is disabled no call is made.',
      'sip/main',
    ).optional(),
    SST: field(speechToText, "Speech-to-text settings, by the provider's key name.", {
      deepgram: { options: { language: 'fi-FI', keywords: ['Outdial'] } },
    }).optional(),
  })
  .meta({
    id: 'JobOverrides',
    description: 'Campaign settings that a job can override.',
  }) satisfies z.ZodType<JobOverrides>;
