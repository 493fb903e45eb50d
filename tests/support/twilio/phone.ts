import type { DtmfDigit } from '../../../shared/domain/call/dtmf';

/** What the phone of a number does. */
export interface Phone {
  does: 'answers' | 'busy' | 'no_answer' | 'hangs_up' | 'loses_connection' | 'fails';
  /** The keys that it presses once it has answered. */
  presses?: readonly DtmfDigit[];
  sipCode?: number;
  /** How long it rings before it is answered. */
  answersAfterMs?: number;
  /** The verdict of the machine detection, if it is asked for. */
  answeredBy?: string;
}

/** What goes wrong at Twilio with calls to a number. */
export interface Faults {
  /** What becomes of the request that creates the call. `answer_lost` and `late_answer` create it. */
  create?:
    | ('answer_lost' | 'late_answer' | 'created_500' | 'refused_500' | 'refused_429' | 'refused_400' | 'invalid_number')
    /** A 400 with this code of Twilio's. */
    | number;
  /** What becomes of each callback. */
  callbacks?: (event: string) => 'sent' | 'lost' | 'twice' | 'late';
  /** How long the call is queued, in ms. */
  queueMs?: number;
  /** What the answer says of the queue, in ms. */
  saysQueueMs?: number;
  /** The list of calls does not show it. */
  isUnlisted?: boolean;
  /** So many requests to end it fail with 500. */
  endFails?: number;
  /** What a call that is over costs, as Twilio writes it; absent while that is not known. */
  price?: string;
  /** The audio is not connected. */
  hasNoMedia?: boolean;
  /** The phone falls silent without a word: no more messages arrive. */
  fallsSilent?: boolean;
}
