/** How long to wait for Twilio, in ms. Tests set shorter ones. */
export interface TwilioTimings {
  /** A call that is still queued after this long is canceled: it would ring later than it may. */
  queueMs: number;
  /** How often Twilio is asked whether a call has left its queue: its callback may be lost. */
  queueLookMs: number;
  /** A call that was canceled in the queue, or refused for the queue's length, may be dialed again after this long. */
  queueRetryMs: number;
  /** How much later something may arrive that another way has overtaken: a callback, or what a stream says. */
  lateMs: number;
  /** How long a call is looked for whose request got no answer. */
  unknownMs: number;
  /** How often it is looked for. */
  unknownLookMs: number;
  /** The audio of an answered call must arrive within this long. */
  mediaMs: number;
  /** No audio for this long means that the line is lost: at first, and later. */
  silenceMs: { first: number; later: number };
  /** How often Twilio is asked for the state of a call: its callbacks may be lost. */
  pollMs: number;
  /** How long the end of a call waits for Twilio's confirmation. The requests go on after that. */
  endMs: number;
}

export const defaultTimings: TwilioTimings = {
  queueMs: 10_000,
  queueLookMs: 3_000,
  queueRetryMs: 10_000,
  lateMs: 2_000,
  unknownMs: 30_000,
  unknownLookMs: 5_000,
  mediaMs: 10_000,
  silenceMs: { first: 30_000, later: 15_000 },
  pollMs: 15_000,
  endMs: 3_000,
};
