import { z } from 'zod';
import type { JobOverrides } from '../domain/job/overrides';
import { everyEntity, redactionEntities } from '../domain/job/redaction';
import { constraintsSchema } from './constraints.schema';
import { field } from './field';
import { freeForm, wholeNumber, rejectPrototypeKey } from './primitives';

/** The maximum call duration is one day; the maximum ring time is what providers accept (Twilio's `Timeout`: 600 s). */
export const callLimits = { maxCallSeconds: 86_400, maxRingSeconds: 600 } as const;
const seconds = (max: number) => wholeNumber(' of seconds', { min: 1, max });

/** What is redacted before storage, and the exceptions: docs/redaction.md. */
const redaction = z.strictObject({
  redact: field(
    z.array(z.enum([...redactionEntities, everyEntity])).max(redactionEntities.length + 1),
    'Kinds of personal data to redact; "all" means every kind, an empty list none. Defaults to credit_card, iban and ssn.',
    ['phone_number', 'email'],
  ).optional(),
  keep: field(
    z.array(z.enum(redactionEntities)).max(redactionEntities.length),
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
      seconds(callLimits.maxCallSeconds),
      'Maximum call duration in seconds. Defaults to 1800.',
      600,
    ).optional(),
    MaxRingSeconds: field(
      seconds(callLimits.maxRingSeconds),
      'Maximum ring time in seconds. Defaults to 45.',
      30,
    ).optional(),
    Integrations: field(freeForm, 'Settings of integrations, keyed by integration.', {
      Simulator: { Scenario: 'conversation_complete' },
    }).optional(),
    Constraints: field(constraintsSchema, 'When calls may be made.').optional(),
    Redaction: field(
      redaction,
      'What is redacted from transcripts and analyses before storage. Test jobs are not redacted.',
    ).optional(),
    SST: field(speechToText, "Speech-to-text settings, by the provider's key name.", {
      deepgram: { options: { language: 'fi-FI', keywords: ['Outdial'] } },
    }).optional(),
  })
  .meta({
    id: 'JobOverrides',
    description: 'Campaign settings that a job can override.',
  }) satisfies z.ZodType<JobOverrides>;
