import { z } from 'zod';
import { noteLimit, suppressionReasons, suppressionSources } from '../domain/suppression/suppression';
import { country } from './country';
import { count, field, ids, instant, typedParameter } from './field';
import { normalizedNumberSchema } from './import-response.schema';
import { pageLimit, pageSizeBounds } from './parameters';
import { containsNul, e164, identifier, stringMatching } from './primitives';
import { warningsField } from './warning.schema';

const reason = z.enum(suppressionReasons, `Expected one of ${suppressionReasons.join(', ')}.`);
const note = z
  .string()
  .max(noteLimit, `Expected at most ${noteLimit} characters.`)
  .refine((text) => !containsNul(text), 'Expected no NUL characters.');
const untilMessage = 'Expected a time such as "2027-01-31T00:00:00Z".';
const until = z.iso.datetime({ offset: true, error: untilMessage });

const fields = {
  // Not the number of the other examples: who tries them one after another would wonder.
  PhoneNumber: field(e164, 'The number, E.164.', '+14155550199'),
  Reason: field(reason, 'Why the number must not be called. `opted_out` if absent.', 'complaint').optional(),
  Note: field(
    note,
    `For people, at most ${noteLimit} characters. Stored encrypted.`,
    'Asked by letter, see case 4711.',
  ).optional(),
  Until: field(
    until,
    'The first instant at which the number may be called again, in the future. Absent: it is suppressed for good.',
    '2027-01-31T00:00:00Z',
  ).optional(),
};

export const addSuppressionSchema = z
  .strictObject({
    ...fields,
    Source: field(
      z.enum(['api', 'cli'], 'Expected api or cli.'),
      'How the entry came about, for people: `cli` from the command line. `api` if absent.',
      'api',
    ).optional(),
  })
  .meta({ id: 'AddSuppressionBody', description: 'A number that must not be called.' });
export type AddSuppression = z.output<typeof addSuppressionSchema>;

/** The cells of one row of a file. */
export const suppressionRowSchema = z.strictObject(fields);

export const uploadSuppressionsQuerySchema = z.strictObject({
  reason: field(reason, 'The reason of rows that give none. `opted_out` if absent.', 'legal').optional(),
  default_country: field(
    country,
    'The country of numbers without a country code (`4155551002`), ISO 3166-1 alpha-2. For a campaign, its `DefaultCountry` if absent; without either, such a row is refused.',
    'US',
  ).optional(),
});
export type UploadSuppressionsQuery = z.output<typeof uploadSuppressionsQuerySchema>;

const cursorMessage = 'Expected the `NextAfter` of an earlier page.';
const cursor = stringMatching(/^\d{1,15}-suppression_[0-9a-f]{32}$/, cursorMessage);

const listFields = {
  reason: field(reason, 'Only entries with this reason.', 'complaint').optional(),
  after: field(
    cursor,
    'The `NextAfter` of the previous page.',
    '1795254061325-suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1',
  ).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Entries on the page, from 1 to 100.', 100).optional(),
};
export const listCampaignSuppressionsQuerySchema = z.strictObject(listFields);
export const listSuppressionsQuerySchema = z.strictObject({
  ...listFields,
  campaign: field(
    identifier,
    'Only entries of this campaign. Without it, those of the organization and of every campaign.',
    'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
});
export type ListSuppressionsQuery = z.output<typeof listSuppressionsQuerySchema>;

export const suppressionSchema = z
  .object({
    ID: ids.suppression,
    CampaignID: field(
      z.string(),
      'The campaign in which the number is suppressed; absent if in every campaign of the organization.',
      'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
    Reason: field(z.enum(suppressionReasons), 'Why the number must not be called.', 'user_refusal'),
    Source: field(
      z.enum(suppressionSources),
      'How the entry came about; `call` if the contact refused in a call.',
      'call',
    ),
    KeyID: field(z.string(), 'The API key that added it.', 'key_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e').optional(),
    JobID: field(
      z.string(),
      'The job whose contact refused, until that job is erased.',
      'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
    CallID: field(
      z.string(),
      'The call in which the contact refused, until its job is erased.',
      'call_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_1',
    ).optional(),
    Note: field(z.string(), 'For people.', 'Asked by letter, see case 4711.').optional(),
    CreatedAt: instant('When it was added; for a call, to the minute.'),
    Until: instant('When it ends; absent if it holds for good.', '2027-01-31T00:00:00Z').optional(),
  })
  .meta({ id: 'Suppression', description: 'An entry that keeps one number from being called. It holds no number.' });
export type SuppressionBody = z.output<typeof suppressionSchema>;

export const suppressionAddedSchema = suppressionSchema
  .extend({ Warnings: warningsField })
  .meta({ id: 'SuppressionAdded', description: 'The entry that keeps the number from being called.' });

export const suppressionListSchema = z
  .object({
    Suppressions: field(z.array(suppressionSchema), 'Entries that hold, newest first.'),
    NextAfter: field(
      z.string(),
      'Present if there are more entries: pass it as `after`.',
      '1795254061325-suppression_5c0d8a1be4f24a53b1e2d6f7a8c9b0d1',
    ).optional(),
  })
  .meta({ id: 'SuppressionList', description: 'A page of suppressions.' });

export const suppressionRemovedSchema = z
  .object({
    Removed: field(z.boolean(), 'False if the number was not suppressed here.', true),
  })
  .meta({ id: 'SuppressionRemoved', description: 'The number is not suppressed here any more.' });

export const refusalCodes = [
  'missing_value',
  'invalid_value',
  'too_many_cells',
  'unbalanced_quote',
  'row_too_large',
] as const;

const refusedRowSchema = z
  .object({
    Row: count('Number of the data row, from 1.', 17),
    Column: field(z.string(), 'The column; empty for the row as a whole.', 'PhoneNumber'),
    Value: field(z.string(), 'The value, shortened.', '0415 555 0123'),
    Code: field(z.enum(refusalCodes), 'The kind of error.', 'invalid_value'),
    Detail: field(z.string(), 'What was expected.', 'Expected an E.164 number such as "+14155550123".'),
  })
  .meta({ id: 'RefusedSuppressionRow', description: 'A row that added nothing.' });
export type RefusedRowBody = z.output<typeof refusedRowSchema>;

export const suppressionUploadSchema = z
  .object({
    Rows: count('Data rows in the file: the sum of the other counts.', 5000),
    RowsAdded: count('Rows that added an entry.', 4980),
    RowsExtended: count('Rows that replaced an entry that would have ended earlier.', 2),
    RowsPresent: count('Rows whose number was suppressed for at least as long, or is in an earlier row.', 15),
    RowsRefused: count('Rows that added nothing, because they are invalid.', 3),
    Refused: field(z.array(refusedRowSchema), 'The first thousand refused rows, in file order.'),
    RowsUnassigned: count(
      'Rows whose numbers are in no numbering plan, so that hardly any job can have them. They were stored, and are part of the counts above; check their spelling.',
      2,
    ),
    UnassignedRows: field(z.array(z.int()), 'The numbers of the first thousand of these rows, in file order.', [4, 17]),
    RowsNormalized: count(
      'Rows with a number that was not written in E.164. They are part of the first three counts above.',
      1,
    ),
    Normalized: field(
      z.array(normalizedNumberSchema),
      'The first thousand of these numbers, in file order, with what each was read as.',
    ),
  })
  .meta({ id: 'SuppressionUpload', description: 'What became of the rows of a file.' });
export type SuppressionUploadBody = z.output<typeof suppressionUploadSchema>;
