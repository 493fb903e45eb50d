import { AgentFailedError } from '../../../domain/call/agent-errors';
import type { CallLeg, LegEvent } from '../../telephony/telephony';
import type { ConnectedAgent, ConversationReports, MessageRequest } from '../voice-agent';
import { createContactAudio, decodeMulaw } from './audio';
import { createBudget, type AgentPeer, type PeerEnd } from './peer';
import {
  createStreamWriter,
  parseAgentMessage,
  streamLimits,
  type AgentMessage,
  type StreamIds,
  type StreamStart,
  type StreamWriter,
} from './protocol';
import { toMessage, toReport } from './reports';

export interface SessionDeps {
  /** The identity of a stream. @param stream from 1; the one after a reconnect is 2 */
  ids: (stream: number) => StreamIds;
  start: StreamStart;
  /** Fills in the placeholders of a text. */
  fill: (text: string) => string;
  /** Connects to the agent again. @throws if the agent does not accept the connection in time */
  reconnect: () => Promise<AgentPeer>;
  nowMs: () => number;
}

/** A conversation over a websocket. */
interface Session extends SessionDeps {
  peer: AgentPeer;
  /** Of the current stream; absent until it has started. */
  writer?: StreamWriter | undefined;
  streams: number;
  leg: CallLeg;
  reports: ConversationReports;
  answeredMs?: number;
  reconnected: boolean;
  malformed: number;
  marks: number;
  /** Whether so much more text may be stored. */
  mayStore: (characters: number) => boolean;
  /** Keys that wait to be sent. */
  keys: number;
  over: boolean;
  /** Set once the agent was asked to leave a message. */
  message?: MessageRequest;
  stopAudio: () => void;
  fail: (what: string) => void;
}

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
  session.stopAudio = leg.onAudio(({ channel, startMs, pcm }) => {
    if (channel !== 'user') return;
    fromMs ??= startMs;
    writer.media(encode(pcm), startMs - fromMs);
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

const isStored = ({ event }: AgentMessage): boolean =>
  event === 'outdial.message' || event === 'outdial.output' || event === 'outdial.transfer';

/** @returns false if the message is not allowed now */
function handleMessage(session: Session, message: AgentMessage): boolean {
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
