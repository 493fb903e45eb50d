import { z } from 'zod';

const flag = (text: string) =>
  z.enum(['true', 'false', '1', '0'], text).transform((value) => value === 'true' || value === '1');
const importId = z.string('Expected an import id.').regex(/^[A-Za-z0-9_-]{1,128}$/, 'Expected an import id.');

export const bulkImportQuerySchema = z.strictObject({
  dry_run: flag('Expected dry_run=1 or dry_run=0, at most once.').optional(),
});
export const listImportsQuerySchema = z.strictObject({ after: importId.optional() });
export const listImportErrorsQuerySchema = z.strictObject({
  after: z
    .string('Expected the number of a row.')
    .regex(/^\d{1,8}$/, 'Expected the number of a row.')
    .transform(Number)
    .optional(),
});
export const cancelImportQuerySchema = z.strictObject({
  jobs: flag('Expected jobs=1 or jobs=0, at most once.').optional(),
});
