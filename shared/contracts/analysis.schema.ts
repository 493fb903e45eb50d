import { z } from 'zod';
import { analysisFailures, analyzerNames, unknownReasons } from '../domain/call/evidence';
import { count, field, ids, instant, uniqueItems } from './field';
import { areUnique, freeForm, freeFormNote } from './primitives';

const quoteSchema = z
  .object({
    CallID: ids.call,
    MessageIndex: count("The place of the message in the call's `Messages`, from 0.", 3),
    Text: field(z.string(), 'Words of that message, as they are stored.', 'Tuesday at ten suits me.'),
    Start: count(
      'Where they begin in the message, in UTF-16 units; absent if the message was redacted further before a model read it.',
      4,
    ).optional(),
  })
  .meta({ id: 'Quote', description: 'Words of the transcript on which a value rests. They were found there.' });

/** What each field rests on. A union would need a discriminator, which neither part has. */
const evidenceSchema = z
  .object({
    Quotes: field(z.array(quoteSchema), 'The words on which the value rests.').optional(),
    Unknown: field(
      z.enum(unknownReasons),
      'Why the field is `null`. `not_analyzed`: no model has read the calls. `not_said`: the model found no answer. `no_quote` and `quote_not_found`: it gave an answer without words that are in the transcript.',
    ).optional(),
  })
  .meta({ id: 'FieldEvidence', description: 'What a field rests on: `Quotes`, or the reason for which it is `null`.' });

const schemaErrorSchema = z
  .object({
    Pointer: field(z.string(), 'A JSON pointer into `Data`.', '/Day'),
    Detail: field(z.string(), 'What is wrong there.', 'Data must match format "date".'),
  })
  .meta({ id: 'SchemaError', description: 'A part of the data that contradicts the analysis schema.' });

const sourceSchema = z
  .object({
    Analyzer: field(z.enum(analyzerNames), 'What filled `Data`.', 'openai'),
    Model: field(z.string(), 'The model.', 'gpt-5-mini').optional(),
    SchemaVersion: field(z.int(), 'The version of the campaign whose `AnalysisSchema` was used.', 3),
    AnalyzedAt: instant('When.'),
    Calls: count('How many calls of the job it covers.', 2),
    Truncated: field(
      z.literal(true),
      'Present if the oldest messages exceeded the limits and were not read.',
    ).optional(),
  })
  .meta({ id: 'AnalysisSource', description: 'Where the data of an analysis comes from.' });

/** The fields of an analysis beyond those of the contract. */
export const analysisDetails = {
  Evidence: field(z.record(z.string(), evidenceSchema), 'What each field of `Data` rests on.', {
    Day: {
      Quotes: [
        {
          CallID: 'call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1',
          MessageIndex: 3,
          Text: 'Tuesday at ten suits me.',
          Start: 0,
        },
      ],
    },
    Reason: { Unknown: 'not_said' },
  }).optional(),
  SchemaErrors: field(
    z.array(schemaErrorSchema),
    'Where `Data` contradicts the analysis schema; absent if it does not. Such values stay in `Data`.',
  ).optional(),
  Source: field(sourceSchema, 'What filled `Data`; absent if no model has.').optional(),
};

/** Whether a model still has to analyze a job. */
export const analysisStatusSchema = z
  .object({
    Pending: field(
      z.boolean(),
      'True if a model is yet to analyze the job. Until then, the former analysis is shown.',
      true,
    ),
    RequestedAt: instant('When the analysis was asked for: by a client, or by the end of a call.'),
    Attempts: count('Attempts that failed.', 1),
    Failure: field(z.enum(analysisFailures), 'Why the last attempt failed.', 'rate_limited').optional(),
  })
  .meta({ id: 'AnalysisStatus', description: 'An analysis by a model that is pending, or was given up.' });

const correctionSchema = z
  .object({
    Value: field(z.unknown(), 'What the person put in the place of the value; `null` if it was not said.', false),
    By: field(z.string(), 'Id of the API key of the request.', 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
    At: instant('When.'),
  })
  .meta({ id: 'Correction', description: "A person's correction of a field, beside the machine's value." });

export const correctionsField = field(
  z.record(z.string(), correctionSchema),
  "What people put in the place of the analysis, by field. The analysis itself keeps the machine's values.",
  { Confirmed: { Value: false, By: 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e', At: '2026-11-21T10:12:00.000Z' } },
);

const maxRemoved = 200;
export const correctJobSchema = z
  .strictObject({
    Corrections: field(
      freeForm,
      `Fields of the analysis schema with their right values; \`null\` if it was not said. A value that equals the machine's confirms it. ${freeFormNote}`,
      { Confirmed: false },
    ).optional(),
    Remove: field(
      z.array(z.string()).max(maxRemoved).refine(areUnique, 'Expected each field at most once.').meta(uniqueItems),
      'Fields whose corrections are removed.',
      ['Day'],
    ).optional(),
  })
  .refine(({ Corrections, Remove }) => Corrections !== undefined || Remove !== undefined, {
    message: 'Expected Corrections or Remove.',
  })
  .meta({ id: 'CorrectJobBody', description: 'Corrections of the analysis of a job.', minProperties: 1 });
export type CorrectJob = z.output<typeof correctJobSchema>;

export const jobCorrectionsSchema = z
  .object({ JobID: ids.job, Corrections: correctionsField })
  .meta({ id: 'JobCorrections', description: 'All corrections of the job.' });

export type JobCorrectionsBody = z.output<typeof jobCorrectionsSchema>;

const agreementSchema = z
  .object({
    SchemaVersion: field(z.int(), 'The version of the campaign whose `AnalysisSchema` was used.', 3),
    Field: field(z.string(), 'Name of the field.', 'Confirmed'),
    Agreed: count('Jobs whose correction equals what the model found.', 188),
    Disagreed: count('Jobs whose correction differs.', 12),
  })
  .meta({ id: 'AnalysisAgreement', description: 'How often people agree with the model in one field.' });

export const agreementField = field(
  z.array(agreementSchema),
  'How often people agree with the model, by version and field, newest version first. It counts jobs that have a correction of the field and an analysis by a model.',
);
