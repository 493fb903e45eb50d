/** A call that its agent has joined. */
export interface StartedCall {
  JobID: string;
  CallID: string;
}

/** What the agents have measured. */
export interface BotReport {
  /** For each turn of an agent, from its first audio message to the contact, in ms; with the way back to the agent. */
  addedMs: number[];
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

/** What the processes of the agents and of the listeners send to the bench, by field. */
export interface HelperMessages {
  url: string;
  started: StartedCall;
  agents: BotReport;
  listeners: ListenerReport;
}
