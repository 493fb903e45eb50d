import type { RecordedEvent, RecordedPlace } from '../../../shared/adapters/mongo/recorded-events';
import type { EventBody } from '../../../shared/contracts/event.schema';
import { toEventFields } from '../../../shared/domain/webhook/event';
import { ProblemError } from '../http/problem';

/** An id that this service sends: when the event was recorded, and its id. */
const eventIdPattern = /^(\d{1,15})-evt_[A-Za-z0-9_-]{1,200}$/;

/** Parses a `Last-Event-ID`. @throws {ProblemError} 400 if it is not an id of this service */
export function parseLastEventId(text: string): RecordedPlace {
  const [, recordedMs] = eventIdPattern.exec(text) ?? [];
  if (recordedMs !== undefined) return { recordedMs: Number(recordedMs) };
  const detail = 'Expected the id of an event of this stream, such as "1795254061325-evt_job_019a_3".';
  throw new ProblemError('invalid_header', { detail, errors: [{ pointer: 'Last-Event-ID', detail }] });
}

const toBody = (event: RecordedEvent): EventBody => ({ ID: event.messageId, ...toEventFields(event) });

/** An event as a stream sends it. JSON has no line breaks, which would end the frame. */
export const toFrame = (event: RecordedEvent): string =>
  `id: ${event.recordedMs}-${event.messageId}\nevent: ${event.kind}\ndata: ${JSON.stringify(toBody(event))}\n\n`;

/** How long clients wait before they connect again, in ms, unless a stream says otherwise. */
const retryMs = 2_000;

/** The first bytes of a stream: proxies pass the head on with them. */
export const helloFrame = `retry: ${retryMs}\n: connected\n\n`;
export const heartbeatFrame = ': heartbeat\n\n';

/** Events before an instant were not sent, because the client comes back after more time than streams reach back. */
export const gapFrame = (from: { lastMs: number; resumedMs: number }): string =>
  `event: gap\ndata: ${JSON.stringify({ LastMS: from.lastMs, ResumedMS: from.resumedMs })}\n\n`;

/** Why this service ends a stream. */
export type ByeReason = 'shutting_down' | 'key_invalid' | 'session_ended';

/** The last frame. After a shutdown another process answers at once, so clients spread over a moment. */
export const byeFrame = (reason: ByeReason, random: number): string =>
  `event: bye\nretry: ${Math.round(retryMs / 4 + random * retryMs)}\ndata: ${JSON.stringify({ Reason: reason })}\n\n`;
