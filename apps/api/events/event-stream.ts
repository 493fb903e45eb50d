import { Readable } from 'node:stream';
import type { RecordedEvent } from '../../../shared/adapters/mongo/recorded-events';
import { byeFrame, heartbeatFrame, helloFrame, type ByeReason } from './frames';

/** A response that sends events as they come. */
export interface EventStream {
  body: Readable;
  send: (events: readonly RecordedEvent[]) => void;
  sendText(text: string): void;
  heartbeat(): void;
  /** Ends the response, after a frame that says why. */
  end(reason: ByeReason): void;
  /** Bytes that wait to be read. */
  waiting(): number;
}

/** What may wait for a slow client. One that is further behind is disconnected, and continues where it was. */
export const maxWaitingBytes = 1_048_576;

interface StreamOptions {
  matches: (event: RecordedEvent) => boolean;
  /** The text of an event, which streams share. */
  toText: (event: RecordedEvent) => string;
  onSlow: () => void;
  random: () => number;
}

export function createEventStream({ matches, toText, onSlow, random }: StreamOptions): EventStream {
  const body = new Readable({ read: () => undefined, highWaterMark: maxWaitingBytes });
  let ended = false;
  const push = (text: string): void => {
    if (ended || body.destroyed) return;
    // One read may bring more than this: what counts is what waits before it.
    if (body.readableLength <= maxWaitingBytes) {
      body.push(text);
      return;
    }
    ended = true;
    onSlow();
    body.destroy();
  };
  push(helloFrame);
  return {
    body,
    send: (events) => {
      const texts = events.filter(matches).map(toText);
      if (texts.length > 0) push(texts.join(''));
    },
    sendText: push,
    heartbeat: () => push(heartbeatFrame),
    end: (reason) => {
      push(byeFrame(reason, random()));
      if (!ended) body.push(null);
      ended = true;
    },
    waiting: () => body.readableLength,
  };
}
