import { z } from 'zod';
import { field, typedParameter } from './field';
import { identifier, stringMatching } from './primitives';

/** The maximum number of items on a page. */
export const maxPageSize = 100;
/** The bounds of `limit` in the OpenAPI document. */
export const pageSizeBounds = { minimum: 1, maximum: maxPageSize };
const limitMessage = `Expected a whole number from 1 to ${maxPageSize}.`;

export const pageLimit = stringMatching(/^\d{1,3}$/, limitMessage)
  .transform(Number)
  .refine((value) => value >= 1 && value <= maxPageSize, limitMessage);

/** The query of a list whose pages continue after an id. */
export const pageQuerySchema = (of: { items: string; item: string; example: string }) =>
  z.strictObject({
    after: field(identifier, `Id of ${of.item}: the list starts after it.`, of.example).optional(),
    limit: typedParameter(
      pageLimit,
      pageSizeBounds,
      `${of.items} on the page, from 1 to ${maxPageSize}.`,
      100,
    ).optional(),
  });
export type PageQuery = z.output<ReturnType<typeof pageQuerySchema>>;

const instantMessage = 'Expected a time such as "2026-11-21T08:00:00Z", or unix milliseconds.';
const isoInstant = z.iso.datetime({ offset: true });

/** Accepts RFC 3339 or unix milliseconds and returns milliseconds. */
export const instantParameter = z
  .string(instantMessage)
  .refine((text) => /^\d{1,15}$/.test(text) || isoInstant.safeParse(text).success, instantMessage)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)))
  .meta({ pattern: '^(\\d{1,15}|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2}))$' });
