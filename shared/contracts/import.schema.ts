import { z } from 'zod';
import { duplicateActions } from '../domain/import/import';
import { country } from './country';
import { field, typedParameter } from './field';

const flag = (text: string) =>
  z.enum(['true', 'false', '1', '0'], text).transform((value) => value === 'true' || value === '1');
const importId = z.string('Expected an import id.').regex(/^[A-Za-z0-9_-]{1,128}$/, 'Expected an import id.');

export const bulkImportQuerySchema = z.strictObject({
  dry_run: field(
    flag('Expected dry_run=1 or dry_run=0, at most once.'),
    '`1` validates and plans every row and creates nothing.',
    '1',
  ).optional(),
  on_duplicate: field(
    z
      .enum(duplicateActions, 'Expected keep, skip or fail, at most once.')
      // The default, so that a repeated upload may name it or not.
      .transform((action) => (action === 'keep' ? undefined : action)),
    'What to do with a valid row whose number is in an earlier valid row of the file, or has an open job in the campaign: `keep` (default) makes a job as for any row, `skip` makes none, `fail` makes one that fails with `invalid_configuration`.',
    'skip',
  ).optional(),
  default_country: field(
    country,
    'The country of numbers without a country code (`4155551002`), ISO 3166-1 alpha-2. The `DefaultCountry` of the campaign if absent; without either, such a row is invalid.',
    'US',
  ).optional(),
});
export const listImportsQuerySchema = z.strictObject({
  after: field(
    importId,
    'Id of an import: the list starts after it.',
    'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
});
export const listImportErrorsQuerySchema = z.strictObject({
  after: typedParameter(
    z
      .string('Expected the number of a row.')
      .regex(/^\d{1,8}$/, 'Expected the number of a row.')
      .transform(Number),
    { minimum: 0, maximum: 99_999_999 },
    'Number of a row: the list starts after it.',
    812,
  ).optional(),
});
export const cancelImportQuerySchema = z.strictObject({
  jobs: field(
    flag('Expected jobs=1 or jobs=0, at most once.'),
    '`1` also cancels the jobs that were created.',
    '1',
  ).optional(),
});
