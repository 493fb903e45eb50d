import { atMost } from './at-most';
import { dialogOf, type DialogState } from './dialog';
import type { SentInvite } from './invite';
import { headerOf } from './message/headers';
import type { SipResponse } from './message/types';
import type { CallEnd } from './outcome';
import type { TrunkCall } from './placement';
import { createSession } from './session';
import { ignoredEvents } from './session-events';
import { advance, warn, type SignalingState } from './signaling-state';

/** An INVITE that was sent, and the call at its trunk. */
interface At {
  sent: SentInvite;
  call: TrunkCall;
}

/** @returns `undefined` if the response creates no dialog, or cannot be read */
function readDialog({ request }: SentInvite, response: SipResponse): DialogState | undefined {
  try {
    return dialogOf(request, response);
  } catch {
    return undefined;
  }
}

/** A call needs few: what is more, from a network that repeats itself without end, is not looked at. */
const [maxProgress, maxForks] = [200, 16];

/** Takes a 18x: it rings, and a process that ends the call needs its dialog. */
export function onProgress(state: SignalingState, response: SipResponse, { sent, call }: At): void {
  if (state.progress++ >= maxProgress) return;
  const dialog = readDialog(sent, response);
  if (!state.early.receive(response, { sent, dialog })) return;
  if (dialog !== undefined && state.stored?.dialog?.remoteTag !== dialog.remoteTag && !state.session)
    advance(state, { ...sent.signaling, dialog }).catch(warn(state, 'sip.ringing_not_stored'));
  if (state.over) return;
  state.events.onRinging();
  if (call.negotiation.hearEarly(response)) state.events.onEarlyMedia();
}

/** The first 2xx is the answer. A call that we are ending, and every other fork, is acknowledged and ended. */
export function onAnswer(state: SignalingState, response: SipResponse, at: At): void {
  const dialog = state.early.continued(readDialog(at.sent, response) ?? withoutContact(at.sent, response));
  const { session, forks } = state;
  if (session?.dialog.remoteTag === dialog.remoteTag) {
    if (state.acknowledged) void session.acknowledge();
    return;
  }
  const fork = forks.find((one) => one.dialog.remoteTag === dialog.remoteTag);
  if (fork) void fork.acknowledge();
  else if (session || state.over) {
    if (forks.length < maxForks) endFork(state, dialog, at);
  } else
    state.answering = take(state, response, { ...at, dialog }).catch((error: unknown) => {
      warn(state, 'sip.answer_not_taken')(error);
      state.events.onEnded({ reason: 'assistant_error', by: 'us', error: 'The answer could not be handled.' });
    });
}

/** Without a contact requests go to where the INVITE went. */
const withoutContact = ({ request, signaling }: SentInvite, response: SipResponse): DialogState => {
  const to = headerOf(response, 'To') ?? signaling.to;
  const remoteTag = /;\s*tag=([^;\s]+)/i.exec(to)?.[1] ?? '';
  const { callId, from, cseq, route } = signaling;
  return { callId, from, to, remoteTag, remoteTarget: request.uri, routes: route, cseq };
};

function endFork(state: SignalingState, dialog: DialogState, { sent }: At): void {
  const fork = createSession(state.context, { dialog, sent }, ignoredEvents);
  state.forks.push(fork);
  const ended = async (): Promise<void> => {
    await fork.acknowledge();
    await fork.bye();
  };
  state.endings.push(ended().catch(warn(state, 'sip.fork_not_ended')));
}

async function take(state: SignalingState, response: SipResponse, at: At & { dialog: DialogState }): Promise<void> {
  const { context, events } = state;
  const { sent, call, dialog } = at;
  const { negotiation } = call;
  state.call = call;
  const session = createSession(
    context,
    { dialog, sent, negotiation },
    {
      onBye: (q850) => {
        state.byPeer = true;
        events.onBye(q850);
      },
      onExpired: () => events.onEnded({ reason: 'assistant_error', detail: 'line_failed', by: 'line', error: lost }),
      onKey: (digit) => events.onKey(digit),
      onDialog: (moved) => {
        const stored = {
          ...sent.signaling,
          dialog: moved,
          ...(state.answeredAtMs && { answeredAtMs: state.answeredAtMs }),
        };
        advance(state, stored).catch(warn(state, 'sip.contact_not_stored'));
      },
    },
  );
  state.session = session;
  const answeredAtMs = context.clock.nowMs();
  const isStored = await inTime(state, advance(state, { ...sent.signaling, dialog, answeredAtMs }));
  state.answeredAtMs = answeredAtMs;
  state.acknowledged = true;
  await session.acknowledge();
  if (state.over) return;
  const problem = isStored ? startAudio(at, response) : notStored;
  if (problem) events.onEnded(problem);
  else {
    session.watch(response);
    events.onAnswered(call);
  }
}

const lost = 'The line did not confirm the call in time, or has lost it.';
const notStored: CallEnd = {
  reason: 'assistant_error',
  by: 'us',
  error: 'The answer could not be recorded, or another process had ended the call.',
};

/** @returns why there is no audio */
function startAudio({ call }: At, response: SipResponse): CallEnd | undefined {
  try {
    call.negotiation.acceptAnswer(response);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'The answer cannot be read.';
    return { reason: 'assistant_error', detail: 'codec_refused', by: 'line', error: why };
  }
}

/** @returns false if it failed, or takes too long: the other side waits for our ACK */
async function inTime(state: SignalingState, written: Promise<boolean>): Promise<boolean> {
  const { clock, limits } = state.context;
  try {
    return (await atMost(clock, limits.storeMs, written)) ?? false;
  } catch (error) {
    warn(state, 'sip.answer_not_stored')(error);
    return false;
  }
}
