import type { Event } from '@outdial/client';

/** The kinds of events. */
export const eventKinds = [
  'job_state_updated',
  'call_started',
  'call_answered',
  'call_ended',
  'analysis_ready',
  'contact_opted_out',
  'import_finished',
  'campaign_paused',
  'campaign_resumed',
  'campaign_stopped',
] as const satisfies readonly Event['Event'][];
export type EventKind = (typeof eventKinds)[number];

/** How many events a tail shows; older ones are dropped. */
export const tailLength = 200;

/** The latest events of a stream, newest first. */
export interface Tail {
  events: readonly Event[];
  /** What has arrived since the tail was held, newest first. */
  waiting: readonly Event[];
  isHeld: boolean;
}

export const emptyTail: Tail = { events: [], waiting: [], isHeld: false };

export type TailAction = { event: Event } | { isHeld: boolean } | 'clear';

const prepend = (added: readonly Event[], events: readonly Event[]): readonly Event[] =>
  [...added, ...events].slice(0, tailLength);

/** What becomes of a tail. While it is held, what it shows stays; what arrives waits. */
export function reduceTail(tail: Tail, action: TailAction): Tail {
  if (action === 'clear') return { ...emptyTail, isHeld: tail.isHeld };
  if ('isHeld' in action) {
    if (action.isHeld) return { ...tail, isHeld: true };
    return { events: prepend(tail.waiting, tail.events), waiting: [], isHeld: false };
  }
  if (tail.isHeld) return { ...tail, waiting: prepend([action.event], tail.waiting) };
  return { ...tail, events: prepend([action.event], tail.events) };
}
