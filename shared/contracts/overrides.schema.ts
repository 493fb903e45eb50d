import { z } from 'zod';
import type { JobOverrides } from '../domain/job/overrides';
import { everyEntity, redactionEntities } from '../domain/job/redaction';
import { constraintsSchema } from './constraints.schema';
import { field } from './field';
import { freeForm, wholeNumber, rejectPrototypeKey } from './primitives';

/** The longest call and ring we carry: a day, and what carriers take at most (Twilio's `Timeout`: 600 s). */
export const callLimits = { maxCallSeconds: 86_400, maxRingSeconds: 600 } as const;
const seconds = (max: number) => wholeNumber(' of seconds', { min: 1, max });

/** What is redacted before it is stored, and what is left out of that: docs/redaction.md. */
const redaction = z.strictObject({
  redact: field(
    z.array(z.enum([...redactionEntities, everyEntity])).max(redactionEntities.length + 1),
    'Kinds of personal data to take out, and no others; "all" is every kind, an empty list none. credit_card, iban and ssn where nobody says.',
    ['phone_number', 'email'],
  ).optional(),
  keep: field(
    z.array(z.enum(redactionEntities)).max(redactionEntities.length),
    'Kinds of personal data to leave in, out of those.',
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
            language: field(z.string().max(35), 'Language that is spoken.', 'fi-FI').optional(),
            keywords: field(z.array(z.string().max(200)).max(500), 'Words that are likely to be said.', [
              'Outdial',
            ]).optional(),
          }),
          'What is passed on to the provider.',
        ).optional(),
      })
      .meta({ id: 'SpeechToTextSettings', description: 'Settings of one speech-to-text provider.' }),
  ),
);

/** Settings of a campaign that a job may set for itself. */
export const jobOverridesSchema = z
  .strictObject({
    HangUpIsOptOut: field(
      z.boolean(),
      'A contact who hangs up before the conversation ended has opted out: the job fails.',
      false,
    ).optional(),
    DisableRecording: field(
      z.boolean(),
      'True: the audio is not recorded. Transcripts are made all the same.',
      false,
    ).optional(),
    MaxCallSeconds: field(
      seconds(callLimits.maxCallSeconds),
      'Longest call, in seconds; 1800 where nobody says.',
      600,
    ).optional(),
    MaxRingSeconds: field(
      seconds(callLimits.maxRingSeconds),
      'Longest ringing, in seconds; 45 where nobody says.',
      30,
    ).optional(),
    Integrations: field(freeForm, 'Settings of integrations; the keys are theirs.', {
      Simulator: { Scenario: 'conversation_complete' },
    }).optional(),
    Constraints: field(constraintsSchema, 'When calls may be made.').optional(),
    Redaction: field(
      redaction,
      'What is taken out of what was said and found, before it is stored. Nothing in a test job.',
    ).optional(),
    SST: field(speechToText, "Speech-to-text settings, by the provider's key name.", {
      deepgram: { options: { language: 'fi-FI', keywords: ['Outdial'] } },
    }).optional(),
  })
  .meta({
    id: 'JobOverrides',
    description: 'Settings of a campaign that a job may set for itself.',
  }) satisfies z.ZodType<JobOverrides>;
