import type { SipContext } from './context';
import { requestIn, type DialogState } from './dialog';
import type { SentInvite } from './invite';
import { createReliableResponses } from './message/reliable';
import type { SipHeader, SipResponse } from './message/types';
import { findNextHop } from './next-hop';
import { viaOf } from './requests';

/** Before the answer: provisional responses that the other side repeats until they are acknowledged (RFC 3262). */
export interface EarlyDialogs {
  /** Takes a 18x, and acknowledges it if that is asked for. @returns false for one that was taken before, or came too early */
  receive(response: SipResponse, at: { sent: SentInvite; dialog: DialogState | undefined }): boolean;
  /** The dialog with the number of the latest request that was sent in it. */
  continued(dialog: DialogState): DialogState;
}

export function createEarlyDialogs(context: SipContext): EarlyDialogs {
  const reliable = createReliableResponses();
  const latest = new Map<string, number>();
  const continued = (dialog: DialogState): DialogState => ({
    ...dialog,
    cseq: Math.max(dialog.cseq, latest.get(dialog.remoteTag) ?? 0),
  });
  return {
    receive: (response, { sent, dialog }) => {
      const { isNew, rack } = reliable.receive(response);
      if (rack !== undefined && dialog !== undefined) {
        const { cseq } = continued(dialog);
        latest.set(dialog.remoteTag, cseq + 1);
        acknowledge(context, { sent, dialog, cseq: cseq + 1, rack }).catch((error: unknown) =>
          context.logger.warn({ err: error, sipCallId: dialog.callId }, 'sip.progress_not_acknowledged'),
        );
      }
      return isNew;
    },
    continued,
  };
}

/** Sends a PRACK, which is repeated until it is answered. */
async function acknowledge(
  context: SipContext,
  { sent, dialog, cseq, rack }: { sent: SentInvite; dialog: DialogState; cseq: number; rack: SipHeader },
): Promise<void> {
  const { transports, transactions, keys } = context;
  const target = await findNextHop(context, dialog, sent.target);
  const branch = keys.branchOf(dialog.callId, `PRACK ${dialog.remoteTag}`, cseq);
  const via = viaOf(target.transport, transports.viaOf(target.transport), branch);
  await transactions.request(requestIn(dialog, { method: 'PRACK', cseq, via, headers: [rack] }), target);
}
