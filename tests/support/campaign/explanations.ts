import type { ScheduleExplanationBody } from '../../../shared/contracts/schedule-response.schema';
import type { Ring } from './rings';

/** An explanation, with the instants (ms) of its request and its response: it describes some moment in between. */
export interface Asked {
  jobId: string;
  fromMs: number;
  toMs: number;
  body: ScheduleExplanationBody;
}

/** Something that held from when it was requested or answered until it was ended. */
export interface Span {
  requestedMs: number;
  answeredMs: number;
  endRequestedMs: number;
  endAnsweredMs: number;
}

/** What the ring log, the job and the test's own requests show of the job that was explained. */
export interface Facts {
  rings: readonly Ring[];
  /** The states that the job published, in their order, as the API shows them. */
  transitions: readonly { state: string; atMs: number }[];
  end: { state: string; reason?: string | undefined };
  pauses: readonly Span[];
  /** From when its number was suppressed. */
  suppression?: Pick<Span, 'requestedMs' | 'answeredMs'> | undefined;
  retryDelayMs: number;
}

/**
 * A transition carries the instant of its decision and is stored a moment later; so is a ring, whose call is then
 * recorded as ended. On a busy machine, so much later at most.
 */
export const storedWithinMs = 3_000;

/** The gates of these campaigns that may hold a call; any other one is unexpected. */
const expectedGates: readonly (string | null)[] = [
  'State',
  'MaxConcurrentCalls',
  'MaxCallsPerMinute',
  'RetryDelay',
  'Ramp',
  'CircuitBreaker',
  null,
];

/**
 * Compares an explanation with what the ring log and the job show. It is right if all of this holds:
 *
 * - Its state is one that the job was in while it was requested.
 * - "Scheduled": no call of the job ran all the time.
 *   - While the campaign is paused, it says so (`HeldBy: State`, no instant), and only then. The job does not ring before
 *     the request to resume.
 *   - Of a suppressed number it says that no call will be made, and only then. The job never rings again, and ends as
 *     `opted_out`.
 *   - With an instant T (`NextCallMS`), the job does not ring before T, and the gate that is named is closed. After a
 *     failed call, T is not before the retry delay has passed.
 *   - In a queue it has no instant, and the job has not rung for this attempt. `findWrongPositions` checks the number of
 *     jobs before it.
 * - A final state: it is the job's last one, and the job never rings again.
 *
 * @returns what is wrong, in sentences
 */
export function findContradictions(asked: Asked, facts: Facts): string[] {
  const { State } = asked.body;
  const wrong = isStateOf(asked, facts) ? [] : [`is said to be ${State}, which it was not`];
  if (State === 'created' || State === 'scheduled') return [...wrong, ...checkWaiting(asked, facts)];
  if (State === 'calling') return wrong;
  if (facts.end.state !== State) wrong.push(`is said to be ${State} but ended as ${facts.end.state}`);
  if (facts.rings.some(({ startMs }) => startMs > asked.fromMs)) wrong.push(`rang although it was said to be ${State}`);
  return wrong;
}

function isStateOf({ fromMs, toMs, body }: Asked, { transitions }: Facts): boolean {
  const before = transitions.filter(({ atMs }) => atMs <= fromMs - storedWithinMs).at(-1)?.state ?? 'created';
  const during = transitions.filter(({ atMs }) => atMs > fromMs - storedWithinMs && atMs <= toMs);
  return [before, ...during.map(({ state }) => state)].includes(body.State);
}

function checkWaiting(asked: Asked, facts: Facts): string[] {
  const { fromMs, toMs, body } = asked;
  const { HeldBy, Queue, NextCallMS } = body;
  const rang = facts.rings.find(({ startMs, endMs = Infinity }) => startMs < fromMs && endMs > toMs);
  const wrong = rang === undefined ? [] : [`is said to wait while its call ${rang.attempt} ran`];
  if (!expectedGates.includes(HeldBy)) wrong.push(`is held by ${String(HeldBy)}, which nothing set`);
  if (isNever(body)) return [...wrong, ...checkNever(asked, facts)];
  if (facts.suppression !== undefined && facts.suppression.answeredMs < fromMs)
    wrong.push('is said to wait although its number was suppressed');
  if (HeldBy === 'State') return [...wrong, ...checkPaused(asked, facts)];
  if (facts.pauses.some((pause) => pause.answeredMs < fromMs && pause.endRequestedMs > toMs))
    wrong.push(`is said to be held by ${String(HeldBy)} while the campaign was paused`);
  if (Queue !== null) {
    if (NextCallMS !== null) wrong.push('has a place in a queue and an instant');
    return wrong;
  }
  return [...wrong, ...checkInstant(asked, facts)];
}

const isNever = ({ HeldBy, Queue, NextCallMS }: ScheduleExplanationBody): boolean =>
  HeldBy === null && Queue === null && NextCallMS === null;

/** No call will be made: in these campaigns only because the number is suppressed. */
function checkNever({ fromMs, toMs, body }: Asked, { suppression, rings, end }: Facts): string[] {
  const wrong: string[] = [];
  const gate = body.Gates.find(({ Name }) => Name === 'Suppression');
  if (gate?.Satisfied !== false) wrong.push(`is said to get no call, and no suppression is named: ${body.Message}`);
  if (suppression === undefined || suppression.requestedMs > toMs) wrong.push('is said to be suppressed too early');
  if (rings.some(({ startMs }) => startMs > fromMs)) wrong.push('rang although it was said to get no call');
  if (end.reason !== 'opted_out') wrong.push(`was said to be suppressed but ended with ${String(end.reason)}`);
  return wrong;
}

function checkPaused({ fromMs, toMs, body }: Asked, { pauses, rings }: Facts): string[] {
  const pause = pauses.find(({ requestedMs, endAnsweredMs }) => requestedMs < toMs && endAnsweredMs > fromMs);
  if (pause === undefined) return ['is said to be paused while the campaign was not'];
  const wrong = body.NextCallMS === null && body.Queue === null ? [] : ['is paused and has an instant'];
  const early = rings.find(({ startMs }) => startMs > toMs && startMs < pause.endRequestedMs);
  return early === undefined ? wrong : [...wrong, 'rang in the pause by which it was said to be held'];
}

function checkInstant({ fromMs, toMs, body }: Asked, { rings, retryDelayMs }: Facts): string[] {
  const { HeldBy, NextCallMS, Gates } = body;
  // A circuit breaker may not say when it closes.
  if (NextCallMS === null)
    return String(HeldBy) === 'CircuitBreaker' ? [] : [`is held by ${String(HeldBy)} without an instant`];
  const wrong: string[] = [];
  const early = rings.find(({ startMs }) => startMs > toMs && startMs < NextCallMS);
  if (early !== undefined) wrong.push(`rang ${NextCallMS - early.startMs} ms before the instant that was named`);
  const isFuture = NextCallMS > toMs;
  if (isFuture && HeldBy === null) wrong.push('has a future instant that no gate decides');
  if (isFuture && Gates.every(({ Name, Satisfied }) => Name !== HeldBy || Satisfied))
    wrong.push(`is said to be held by ${String(HeldBy)}, which is open`);
  const last = rings.filter(({ endMs = Infinity }) => endMs < fromMs).at(-1);
  if (HeldBy === 'RetryDelay' && last?.endMs !== undefined && NextCallMS < last.endMs + retryDelayMs)
    wrong.push('is to be called again before its retry delay has passed');
  return wrong;
}
