import { lineEvents, lineOutcome, type LineOutcome } from '../../../domain/call/line-outcome';
import type { LegEnd } from '../telephony';
import { failures, type Failure } from './call-records';
import type { AriEvent } from './events';

/** Asterisk's cause of a call that it ended because no RTP arrived (`rtp_timeout` of the endpoint). */
const causeNoMedia = 44;

/** What is known of a call at its end. */
export interface CallProgress {
  /** The line reported ringing or progress. */
  rang: boolean;
  answered: boolean;
}

/** How a leg ended, without its instant, and why it failed, if it did. */
export interface Ending {
  end: Omit<LegEnd, 'atMs'>;
  failure?: Failure;
}

/**
 * The codes of the line in Asterisk's `ChannelDestroyed`. For a call that was refused with a SIP status the cause by Q.850 is
 * Asterisk's own translation of that status, whatever the line gave in its header `Reason`, so it says nothing more. An
 * answered call has no status, and the cause of its end is the line's.
 */
function codesOf({ cause = 0, tech_cause: status = 0 }: AriEvent, { answered }: CallProgress) {
  if (!answered && status >= 300 && status < 700) return { sip: { code: status, phrase: '' } };
  // 0 is "not known".
  return cause > 0 && cause < 128 ? { q850: cause } : {};
}

/** What the end of a channel means, see docs/line-outcomes.md. */
export function outcomeOf(event: AriEvent, progress: CallProgress): LineOutcome {
  const codes = codesOf(event, progress);
  if (!progress.answered) return lineOutcome({ ...codes, rang: progress.rang });
  if (codes.q850 === causeNoMedia) return lineEvents.media_lost;
  return lineOutcome({ ...codes, sip: { code: 200, phrase: '' }, rang: true });
}

/** How a call ended that the other side, or the line, ended. */
export function endingOf(event: AriEvent, progress: CallProgress): Ending {
  const { reason, detail, permanent, retryAfterMs } = outcomeOf(event, progress);
  const failure = failureOf(reason, detail);
  return {
    end: {
      reason,
      ...(detail && { detail }),
      ...codesOf(event, progress),
      by: failure === undefined ? 'contact' : 'line',
      ...(permanent && { permanent }),
      ...(failure && { error: failures[failure] }),
      // Congestion that is reported late, and nothing rang: the attempt does not count either.
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
    ...(failure && { failure }),
  };
}

/** What a person did, or what holds for the number, is no failure. */
function failureOf(reason: LegEnd['reason'], detail: LegEnd['detail']): Failure | undefined {
  if (detail === 'media_lost') return 'media_lost';
  if (reason === 'assistant_error' || detail === 'line_failed') return 'line_failed';
  return undefined;
}

/** An end that a failure beside the line's own answer caused. */
export const failedEnding = (failure: Failure): Ending => ({
  end: {
    reason: 'assistant_error',
    detail: failure === 'media_lost' || failure === 'worker_lost' ? 'media_lost' : 'line_failed',
    by: 'line',
    error: failures[failure],
  },
  failure,
});
