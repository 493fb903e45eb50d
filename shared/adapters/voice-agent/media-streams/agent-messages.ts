import { decodeMulaw } from './audio';
import { streamLimits, type AgentMessage } from './protocol';
import { toMessage, toReport } from './reports';
import type { Session } from './session-state';

/** True if text of the message is stored. */
export const isStored = ({ event }: AgentMessage): boolean =>
  event === 'outdial.message' || event === 'outdial.output' || event === 'outdial.transfer';

/** Does what a message of an agent asks for. @returns false if the message is not allowed now */
export function handleMessage(session: Session, message: AgentMessage): boolean {
  const { leg, reports } = session;
  const elapsedMs = Math.max(0, session.nowMs() - (session.answeredMs ?? session.nowMs()));
  switch (message.event) {
    case 'media':
      playAudio(session, message.media.payload);
      return true;
    case 'mark':
      answerMark(session, message.mark.name);
      return true;
    case 'clear':
      leg.voice.clear();
      return true;
    case 'outdial.dtmf':
      pressKeys(session, message.digits);
      return true;
    case 'outdial.message':
      reports.onMessage(toMessage(message, { nowMs: session.nowMs(), elapsedMs }));
      return true;
    case 'outdial.callback':
      reports.onCallback(Date.parse(message.at));
      return true;
    case 'outdial.transfer':
      reports.onTransfer({ to: message.to, note: message.note });
      return true;
    case 'outdial.machine':
      reports.onMachine?.(message.verdict);
      return true;
    default:
      reports.onReport?.(toReport(message));
      if (message.event === 'outdial.end') hangUpAfterSpeech(session);
      return true;
  }
}

function playAudio({ leg, fail }: Session, payload: string): void {
  leg.voice.write(decodeMulaw(Buffer.from(payload, 'base64')), 8_000);
  if (leg.voice.droppedMs > 0) fail('sent more audio ahead of its playback than is kept');
}

/** Returns a mark once the contact has heard what was sent before it, or it was cleared. */
function answerMark(session: Session, name: string): void {
  const { leg, writer } = session;
  if (++session.marks > streamLimits.pendingMarks) {
    session.fail('sent too many marks');
    return;
  }
  void leg.voice.mark().then(() => {
    session.marks--;
    if (!session.over && session.writer === writer) writer?.mark(name);
  });
}

/** Keys take a fifth of a second each, and messages with a hundred of them none. */
function pressKeys(session: Session, digits: string): void {
  const count = Math.max(1, digits.length);
  if (session.keys + count > streamLimits.pendingKeys) {
    session.fail('sent too many keys');
    return;
  }
  session.keys += count;
  // Anything but keys is refused at once.
  void session.leg
    .sendDtmf(digits)
    .catch(() => undefined)
    .then(() => (session.keys -= count));
}

/** The agent has finished: the contact hears what it said before. */
function hangUpAfterSpeech({ leg }: Session): void {
  void leg.voice.mark().then(() => leg.hangUp());
}
