/** What happened in a call beside the conversation. `AtMS` is a Unix time. Keys, `To` and `Note` may be personal data. */
export type InCallEvent =
  | { Type: 'early_media'; AtMS: number }
  /** Keys that were pressed one soon after the other: by the contact, or by the voice agent. */
  | { Type: 'keys_received' | 'keys_sent'; AtMS: number; Keys: string }
  | {
      Type: 'machine';
      AtMS: number;
      Verdict: 'human' | 'machine' | 'unknown';
      Confidence: number;
      Cause: string;
      BeepAtMS?: number | undefined;
    }
  /** The agent began its message to an answering machine, as the campaign's setting asks. */
  | { Type: 'message_left'; AtMS: number }
  | { Type: 'callback_requested'; AtMS: number; CallbackAtMS: number }
  | { Type: 'transfer_requested'; AtMS: number; To?: string | undefined; Note?: string | undefined };

export const inCallEventTypes = [
  'early_media',
  'keys_received',
  'keys_sent',
  'machine',
  'message_left',
  'callback_requested',
  'transfer_requested',
] as const satisfies readonly InCallEvent['Type'][];

/** How much of a call's events is stored. */
export const inCallEventLimits = {
  /** Events of a call; later ones are dropped. */
  events: 200,
  /** Keys in one entry: more begin another. */
  keys: 100,
  /** Keys belong to one entry if each follows the one before within this time. */
  keysWithinMs: 3_000,
  /** Characters of the text of a transfer. */
  text: 1_000,
  /** How far ahead a callback may be. */
  callbackMs: 90 * 86_400_000,
  /** A callback "now" may be so late when it is reported. One that is older is a mistake, and would ring at once. */
  callbackLateMs: 60_000,
} as const;
