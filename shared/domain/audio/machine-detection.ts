/** What answered. */
export const machineVerdicts = ['human', 'machine', 'unknown'] as const;
export type MachineVerdict = (typeof machineVerdicts)[number];

/** Why: the name of the rule that decided. */
export type MachineCause =
  /** Speech that was short and followed by silence: human. */
  | 'short_greeting'
  /** Speech that went on: machine. */
  | 'long_greeting'
  /** The beep of an answering machine. */
  | 'beep'
  /** The tone of a fax machine or modem. */
  | 'fax'
  /** The three tones before an announcement of the network. */
  | 'network_announcement'
  /** No speech: unknown. */
  | 'silence'
  /** No rule decided in time: unknown. */
  | 'timeout';

/** Tones that are neither speech nor the beep of an answering machine. */
export type NetworkTone = 'call_progress' | 'fax_calling' | 'fax_answer' | 'special_information' | 'continuous';

/** Instants are in ms since the answer. */
export type MachineEvent =
  /** Once per call. */
  | { type: 'machine'; verdict: MachineVerdict; confidence: number; cause: MachineCause; atMs: number }
  /** A beep has ended at `atMs`: a message can be left from then on. */
  | { type: 'beep'; atMs: number; startMs: number; hertz: number }
  /** A machine has stopped speaking since `sinceMs`. Its beep, or more speech, may follow. */
  | { type: 'greeting_paused'; atMs: number; sinceMs: number }
  /** The machine speaks again after it had paused. */
  | { type: 'greeting_resumed'; atMs: number }
  | { type: 'tone'; name: NetworkTone; atMs: number; startMs: number; hertz: number };

/** Names, units, defaults and limits are those of Twilio's parameters. */
export interface MachineDetectionOptions {
  /** Seconds after which detection ends. */
  MachineDetectionTimeout: number;
  /** Speech of this length, in ms, is a machine's; shorter speech is a human's. */
  MachineDetectionSpeechThreshold: number;
  /** Ms of silence after which speech has ended. */
  MachineDetectionSpeechEndThreshold: number;
  /** Ms without speech after which the verdict is `unknown`. */
  MachineDetectionSilenceTimeout: number;
}

/** Options of which any may be absent. */
export type MachineListenerOptions = {
  [Name in keyof MachineDetectionOptions]?: MachineDetectionOptions[Name] | undefined;
};

export const machineDetectionDefaults: Readonly<MachineDetectionOptions> = {
  MachineDetectionTimeout: 30,
  MachineDetectionSpeechThreshold: 2_400,
  MachineDetectionSpeechEndThreshold: 1_200,
  MachineDetectionSilenceTimeout: 5_000,
};

/** The lowest and the highest value of each option. */
export const machineDetectionLimits: Readonly<Record<keyof MachineDetectionOptions, readonly [number, number]>> = {
  MachineDetectionTimeout: [3, 59],
  MachineDetectionSpeechThreshold: [1_000, 6_000],
  MachineDetectionSpeechEndThreshold: [500, 5_000],
  MachineDetectionSilenceTimeout: [2_000, 10_000],
};

const optionNames = Object.keys(machineDetectionDefaults) as (keyof MachineDetectionOptions)[];

/**
 * Fills in the defaults.
 * @throws {RangeError} if an option is not an integer within its limits
 */
export function completeMachineDetectionOptions(options: MachineListenerOptions): MachineDetectionOptions {
  const complete = { ...machineDetectionDefaults };
  for (const name of optionNames) {
    const value = options[name] ?? machineDetectionDefaults[name];
    const [lowest, highest] = machineDetectionLimits[name];
    if (!Number.isInteger(value) || value < lowest || value > highest)
      throw new RangeError(`${name} is an integer from ${lowest} to ${highest}, not ${value}.`);
    complete[name] = value;
  }
  return complete;
}
