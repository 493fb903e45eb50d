import type { LatenessReport } from './lateness';

/** A call that its agent has joined. */
export interface StartedCall {
  JobID: string;
  CallID: string;
}

/** What the agents have measured. */
export interface BotReport {
  /** For each turn of an agent, from its first audio message to the contact, in ms; with the way back to the agent. */
  addedMs: number[];
  /** The same of the turns before the last reset. */
  settlingMs: number[];
  turns: number;
  /** Frames of the contacts that reached the agents. */
  heardFrames: number;
}

/** What the listeners have received. */
export interface ListenerReport {
  listeners: number;
  frames: number;
  /** The longest time between two frames, in ms: 20 if none is late. */
  longestGapMs: number;
}

/** What the phones of a SIP trunk have received since the last reset. */
export interface PhonesReport {
  lateness: LatenessReport;
  /** Of the packets of the control, at the same process. */
  controlLateness: LatenessReport;
  /** Packets of all calls that did not arrive. */
  lost: number;
  /** In ms: from the INVITE to the answer of the phone, and from there to the first packet. */
  calls: { callId: string; answeredAfterMs: number; heardAfterMs?: number | undefined }[];
}

/** What the other processes send to the bench, by field. */
export interface HelperMessages {
  url: string;
  started: StartedCall;
  agents: BotReport;
  listeners: ListenerReport;
  /** Of the phones' trunk, and for the packets of the control. */
  ports: { sip: number; control: number };
  phones: PhonesReport;
  control: LatenessReport;
}
