import { z } from 'zod';
import { deliveryStates } from '../domain/webhook/attempt';
import { field, typedParameter } from './field';
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
  state: field(state(stateText), 'Deliveries in this state alone.', 'exhausted').optional(),
  job: field(
    patterned(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a job id.'),
    'Deliveries of this job alone.',
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  after: field(
    patterned(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a delivery id.'),
    'Id of a delivery: the list begins behind it.',
    'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3',
  ).optional(),
  limit: typedParameter(limit, 'integer', 'Deliveries on the page, from 1 to 100.', 100).optional(),
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
  since: field(
    instant,
    'Deliveries that began from then on, at most 30 days back: RFC 3339, or unix milliseconds.',
    '2026-11-21T08:00:00Z',
  ),
  until: field(instant, 'Deliveries that began before then. Left out: until now.', '2026-11-21T12:00:00Z').optional(),
  state: field(
    z.enum(['delivered', 'exhausted', 'discarded'], 'Expected delivered, exhausted or discarded.'),
    'Deliveries in this state alone. Left out: what did not arrive, that is exhausted and discarded ones.',
    'exhausted',
  ).optional(),
});
export type RedeliverRangeQuery = z.infer<typeof redeliverRangeQuerySchema>;
