import { z } from 'zod';
import { deliveryStates } from '../domain/webhook/attempt';
import { field, typedParameter } from './field';
import { instantParameter, pageSizeBounds, pageLimit } from './parameters';
import { stringMatching } from './primitives';

/** Deliveries that one request makes anew at most, and how far back. */
export const redeliverBounds = { max: 1000, daysBack: 30 } as const;

const state = (text: string) => z.enum(deliveryStates, text);
const stateMessage = `Expected one of ${deliveryStates.join(', ')}.`;

export const listDeliveriesQuerySchema = z.strictObject({
  state: field(state(stateMessage), 'Deliveries in this state alone.', 'exhausted').optional(),
  job: field(
    stringMatching(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a job id.'),
    'Deliveries of this job alone.',
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  after: field(
    stringMatching(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a delivery id.'),
    'Id of a delivery: the list begins behind it.',
    'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3',
  ).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Deliveries on the page, from 1 to 100.', 100).optional(),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuerySchema>;

export const redeliverRangeQuerySchema = z.strictObject({
  since: field(
    instantParameter,
    'Deliveries that began from then on, at most 30 days back: RFC 3339, or unix milliseconds.',
    '2026-11-21T08:00:00Z',
  ),
  until: field(
    instantParameter,
    'Deliveries that began before then. Left out: until now.',
    '2026-11-21T12:00:00Z',
  ).optional(),
  state: field(
    z.enum(['delivered', 'exhausted', 'discarded'], 'Expected delivered, exhausted or discarded.'),
    'Deliveries in this state alone. Left out: what did not arrive, that is exhausted and discarded ones.',
    'exhausted',
  ).optional(),
});
export type RedeliverRangeQuery = z.infer<typeof redeliverRangeQuerySchema>;
