import type { CallLeg } from '../../telephony/telephony';
import type { ConversationReports, MessageRequest } from '../voice-agent';
import type { AgentPeer } from './peer';
import type { StreamIds, StreamStart, StreamWriter } from './protocol';

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
export interface Session extends SessionDeps {
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
