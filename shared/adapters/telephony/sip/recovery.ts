import { atMost } from './at-most';
import { createAuthorization } from './authorization';
import type { SipSignaling } from './call-log';
import type { SipContext } from './context';
import { requireEnd } from './not-ended';
import { cancelOf } from './requests';
import { createSession } from './session';
import { ignoredEvents } from './session-events';
import { TransportConnectError } from './transport/types';

/**
 * `CSeq` of a BYE of another process is higher by this than what the log has, because the lost process may have sent requests
 * since, and by the seconds of the clock: a later try is another request than the one that a server refused before. Numbers
 * may be left out (RFC 3261 section 12.2.2), and end at 2^31.
 */
const cseqAhead = 1_000;
const clockRange = 2 ** 30;

/**
 * A BYE follows the CANCEL after this also if that is not answered: a trunk that does not know `rport` (RFC 3581) sends the
 * answer to the lost process, whose Via a CANCEL repeats.
 */
const byeAfterMs = 500;

/** A trunk that takes no connection is tried again for about as long as a request is repeated over UDP, and with the next lookup. */
const connecting = { tries: 16, everyMs: 2_000 };

/**
 * Ends a call that a lost process placed, by what it stored. It never sends an INVITE. While the call rang, that is a CANCEL;
 * the phone may have been answered since, so an early dialog gets a BYE too (RFC 3261 section 15).
 * @returns whether the other side answered: then it has no such call any more. One whose answer no process acknowledged ends
 * after 32 seconds (RFC 3261 section 13.3.1.4). Never rejects
 * @param isClosing then nothing is tried again
 */
export async function endStoredCall(
  context: SipContext,
  signaling: SipSignaling,
  isClosing: () => boolean,
): Promise<boolean> {
  const { dialog, answeredAtMs, target } = signaling;
  const canceled =
    answeredAtMs === undefined
      ? isAnswered(context, isClosing, () => cancel(context, signaling))
      : Promise.resolve(false);
  if (dialog === undefined) return canceled;
  await atMost(context.clock, byeAfterMs, canceled);
  const seconds = Math.floor(context.clock.nowMs() / 1_000) % clockRange;
  const ahead = { ...dialog, cseq: dialog.cseq + cseqAhead + seconds };
  const session = createSession(
    context,
    { dialog: ahead, sent: { signaling, target, authorization: createAuthorization(undefined) } },
    ignoredEvents,
  );
  return (await isAnswered(context, isClosing, () => session.bye())) || canceled;
}

const cancel = async ({ transactions }: SipContext, signaling: SipSignaling): Promise<void> =>
  requireEnd(await transactions.request(cancelOf(signaling), signaling.target));

/** @returns whether the other side answered that the call is over. Never rejects */
async function isAnswered(
  { clock }: SipContext,
  isClosing: () => boolean,
  send: () => Promise<unknown>,
): Promise<boolean> {
  for (let tries = 1; tries <= connecting.tries && !isClosing(); tries++) {
    try {
      await send();
      return true;
    } catch (error) {
      if (!(error instanceof TransportConnectError)) return false;
    }
    await new Promise<void>((resolve) => void clock.setTimer(resolve, connecting.everyMs));
  }
  return false;
}
