import { z } from 'zod';
import { deliveryStates } from '../domain/webhook/attempt';
import { field, typedParameter } from './field';
import { instantParameter, pageSizeBounds, pageLimit } from './parameters';
import { stringMatching } from './primitives';

/** The limits of one redelivery request. */
export const redeliverBounds = { max: 1000, daysBack: 30 } as const;

const state = (text: string) => z.enum(deliveryStates, text);
const stateMessage = `Expected one of ${deliveryStates.join(', ')}.`;

export const listDeliveriesQuerySchema = z.strictObject({
  state: field(state(stateMessage), 'Only deliveries in this state.', 'exhausted').optional(),
  job: field(
    stringMatching(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a job id.'),
    'Only deliveries of this job.',
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  after: field(
    stringMatching(/^[A-Za-z0-9_-]{1,128}$/, 'Expected a delivery id.'),
    'Id of a delivery: the list starts after it.',
    'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e-3',
  ).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Deliveries on the page, from 1 to 100.', 100).optional(),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuerySchema>;

export const redeliverRangeQuerySchema = z.strictObject({
  since: field(
    instantParameter,
    'Deliveries created at that instant or later, at most 30 days ago: RFC 3339, or unix milliseconds.',
    '2026-11-21T08:00:00Z',
  ),
  until: field(
    instantParameter,
    'Deliveries created before that instant. Defaults to now.',
    '2026-11-21T12:00:00Z',
  ).optional(),
  state: field(
    z.enum(['delivered', 'exhausted', 'discarded'], 'Expected delivered, exhausted or discarded.'),
    'Only deliveries in this state. By default those that did not arrive: exhausted and discarded.',
    'exhausted',
  ).optional(),
});
export type RedeliverRangeQuery = z.infer<typeof redeliverRangeQuerySchema>;
