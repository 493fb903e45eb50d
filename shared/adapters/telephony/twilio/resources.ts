import { z } from 'zod';
import type { CallCost } from '../../../domain/call/cost';

/** The states of a call at Twilio. `initiated` is one of callbacks only: the resource says `queued` or `ringing` then. */
export const callStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'canceled',
  'failed',
] as const;
export type CallStatus = (typeof callStatuses)[number];

/** Whether a call with this status is over. */
export const isFinal = (status: CallStatus): boolean =>
  callStatuses.indexOf(status) > callStatuses.indexOf('in-progress');

/** A call as Twilio's API shows it. */
export interface TwilioCall {
  sid: string;
  status: CallStatus;
  /** Unix time in ms, in whole seconds. */
  createdMs?: number | undefined;
  /** When it was dialed, or answered: Twilio's documentation is not precise. */
  startedMs?: number | undefined;
  endedMs?: number | undefined;
  /** What it cost; absent until minutes after its end. */
  cost?: CallCost | undefined;
  /** How long Twilio expects the call to wait in the queue of the account, in ms. */
  queueMs: number;
}

const instant = z
  .string()
  .nullish()
  .transform((text) => {
    const ms = Date.parse(text ?? '');
    return Number.isNaN(ms) ? undefined : ms;
  });

/** A call in Twilio's JSON. */
export const callSchema = z
  .object({
    sid: z.string().regex(/^CA[0-9a-f]{32}$/i),
    status: z.enum(callStatuses),
    date_created: instant,
    start_time: instant,
    end_time: instant,
    queue_time: z.string().nullish(),
    price: z.string().nullish(),
    price_unit: z.string().nullish(),
  })
  .transform(({ sid, status, date_created, start_time, end_time, queue_time, price, price_unit }) => ({
    sid,
    status,
    createdMs: date_created,
    startedMs: start_time,
    endedMs: end_time,
    queueMs: Number(queue_time ?? 0) || 0,
    cost: readCost(price, price_unit),
  }));
/** What Twilio charges is negative. */
function readCost(price: string | null | undefined, unit: string | null | undefined): CallCost | undefined {
  const [, Cost] = /^-?(\d{1,12}(?:\.\d{1,12})?)$/.exec(price ?? '') ?? [];
  const [CostUnit] = /^[A-Za-z]{3}$/.exec(unit ?? '') ?? [];
  return Cost === undefined || CostUnit === undefined ? undefined : { Cost, CostUnit: CostUnit.toUpperCase() };
}

/** A list of calls. */
export const listSchema = z.object({ calls: z.array(callSchema) });
/** The requests of Twilio for a call, which have no schema in Twilio's description. */
export const eventsSchema = z.object({ events: z.array(z.object({ request: z.unknown() })) });
/** An error in Twilio's JSON. */
export const errorSchema = z.object({ code: z.number().optional(), message: z.string().optional() });
