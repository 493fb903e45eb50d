import { AgentFailedError } from '../../../domain/call/agent-errors';
import type { LegEvent } from '../../telephony/telephony';
import type { ConnectedAgent } from '../voice-agent';
import { createContactAudio } from './audio';
import { createBudget, type AgentPeer, type PeerEnd } from './peer';
import { isStored, handleMessage } from './agent-messages';
import { createStreamWriter, parseAgentMessage, streamLimits } from './protocol';
import type { Session, SessionDeps } from './session-state';

/** Codes with which a server ends a stream on purpose: 1005 is a close without a code. */
const normalCodes = [1000, 1005];

/** An agent that is connected, before its call is dialed. */
export function createSession(peer: AgentPeer, deps: SessionDeps): ConnectedAgent {
  return {
    get isConnected() {
      return peer.isOpen;
    },
    converse: (leg, reports) => converse({ ...deps, peer, leg, reports }),
    release: () => peer.leave(),
  };
}

type Conversation = Pick<Session, keyof SessionDeps | 'peer' | 'leg' | 'reports'>;

async function converse(conversation: Conversation): Promise<void> {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const session: Session = {
    ...conversation,
    streams: 0,
    malformed: 0,
    marks: 0,
    keys: 0,
    mayStore: createBudget({ burst: streamLimits.textBurst, perSecond: streamLimits.textPerSecond }),
    over: false,
    reconnected: false,
    stopAudio: () => undefined,
    fail: (what) => fail(new AgentFailedError(`The voice agent ${what}.`)),
  };
  const { leg } = session;
  const unsubscribe = leg.onEvent((event) => handleLegEvent(session, event));
  void session.reports.messageRequested?.then(({ text }) => {
    session.message = { text: text === undefined ? undefined : session.fill(text) };
    if (!session.over) session.writer?.leaveMessage(session.message.text);
  });
  listen(session);
  try {
    await Promise.race([leg.ended, failed]);
  } finally {
    session.over = true;
    unsubscribe();
    session.stopAudio();
    session.writer?.stop();
    session.peer.leave();
  }
}

function handleLegEvent(session: Session, event: LegEvent): void {
  if (event.type === 'answered') {
    session.answeredMs = event.atMs;
    startStream(session);
  }
  if (event.type === 'dtmf') session.writer?.dtmf(event.digit);
  if (event.type === 'machine') {
    const { verdict, confidence, cause, beepAtMs, pausedAtMs, resumedAtMs } = event;
    const sinceAnswer = (atMs: number): number => atMs - (session.answeredMs ?? atMs);
    const beep = beepAtMs === undefined ? {} : { beep_ms: sinceAnswer(beepAtMs) };
    const pause = pausedAtMs === undefined ? {} : { paused_ms: sinceAnswer(pausedAtMs) };
    const resumed = resumedAtMs === undefined ? {} : { resumed_ms: sinceAnswer(resumedAtMs) };
    session.writer?.machine({ verdict, confidence, cause, ...beep, ...pause, ...resumed });
  }
}

/** Sends `start`, and the contact's audio from now on. */
function startStream(session: Session): void {
  const { peer, leg } = session;
  const writer = createStreamWriter(session.ids(++session.streams), (json) => peer.send(json));
  writer.start(session.start);
  // An agent that was asked for its message before its connection broke is asked again.
  if (session.message !== undefined) writer.leaveMessage(session.message.text);
  session.writer = writer;
  session.stopAudio();
  const encode = createContactAudio();
  let fromMs: number | undefined;
  session.stopAudio = leg.onAudio((frame) => {
    if (frame.channel !== 'user') return;
    fromMs ??= frame.startMs;
    writer.media(encode(frame), frame.startMs - fromMs);
  });
}

function listen(session: Session): void {
  session.peer.listen({
    onMessage: (json) => {
      if (session.over) return;
      try {
        handleJson(session, json);
      } catch {
        // Thrown to the socket, it would end the process with all of its calls.
        session.fail('sent a message that cannot be handled');
      }
    },
    onClosed: (end) => {
      if (!session.over) handleClosed(session, end);
    },
  });
}

/** A stream that its agent ended ends the call. One that broke off, or before the contact answered, is resumed once. */
function handleClosed(session: Session, { code, violation }: PeerEnd): void {
  if (violation !== undefined) {
    session.fail(violation);
    return;
  }
  if (session.writer !== undefined && normalCodes.includes(code)) return void session.leg.hangUp();
  session.stopAudio();
  session.writer = undefined;
  if (session.reconnected) {
    session.fail(`closed the connection again (code ${code})`);
    return;
  }
  session.reconnected = true;
  session.reconnect().then(
    (peer) => {
      if (session.over) {
        peer.leave();
        return;
      }
      session.peer = peer;
      listen(session);
      if (session.answeredMs !== undefined) startStream(session);
    },
    () => session.fail(`closed the connection (code ${code}) and did not accept another one`),
  );
}

function handleJson(session: Session, json: string): void {
  const message = parseAgentMessage(json);
  if (message === 'ignored') return;
  // Nothing that an agent sends before the answer refers to the call.
  if (session.writer === undefined) return;
  if (message !== 'malformed' && isStored(message) && !session.mayStore(json.length)) {
    session.fail('sent more text than anyone can speak');
    return;
  }
  if (message !== 'malformed' && handleMessage(session, message)) return;
  if (++session.malformed >= streamLimits.malformedMessages)
    session.fail(`sent ${streamLimits.malformedMessages} messages that are not understood`);
}
