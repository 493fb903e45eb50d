import { z } from 'zod';
import { deliveryStates } from '../domain/webhook/attempt';
import { patterned } from './primitives';

export const deliveriesPage = { most: 100 } as const;
/** Deliveries that one request makes anew at most, and how far back. */
export const redeliverBounds = { most: 1000, daysBack: 30 } as const;

const state = (text: string) => z.enum(deliveryStates, text);
const stateText = `Expected one of ${deliveryStates.join(', ')}.`;

const limit = patterned(/^\d{1,3}$/, 'Expected a whole number from 1 to 100.')
  .transform(Number)
  .refine((value) => value >= 1 && value <= deliveriesPage.most, 'Expected a whole number from 1 to 100.');

export const listDeliveriesQuerySchema = z.strictObject({
  state: state(stateText).optional(),
  job: patterned(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a job id.').optional(),
  after: patterned(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a delivery id.').optional(),
  limit: limit.optional(),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuerySchema>;

const instantText = 'Expected a time such as "2026-11-21T08:00:00Z", or unix milliseconds.';
const isoInstant = z.iso.datetime({ offset: true });
/** RFC 3339, or unix milliseconds. */
const instant = z
  .string(instantText)
  .refine((text) => /^\d{1,15}$/.test(text) || isoInstant.safeParse(text).success, instantText)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)));

export const redeliverRangeQuerySchema = z.strictObject({
  since: instant,
  until: instant.optional(),
  /** Left out: what did not arrive, that is exhausted and discarded ones. */
  state: z.enum(['delivered', 'exhausted', 'discarded'], 'Expected delivered, exhausted or discarded.').optional(),
});
export type RedeliverRangeQuery = z.infer<typeof redeliverRangeQuerySchema>;
