import type {
  AudioFrame,
  CallLeg,
  DialRequest,
  LegEnd,
  LegEvent,
  TelephonyProvider,
} from '../../../shared/adapters/telephony/telephony';

/** What the phone at the other end does with a call. */
export const peerBehaviors = [
  /** Rings, answers, speaks, and stays until we hang up. */
  'answers',
  'busy',
  /** Rings until we give up. */
  'no_answer',
  /** Answers, and hangs up soon. */
  'hangs_up',
  /** Answers, and presses `42#` soon. */
  'presses_keys',
  /** Answers, and then the connection breaks. */
  'loses_connection',
  /** The carrier refuses the call before anything rings. */
  'refused',
] as const;
export type PeerBehavior = (typeof peerBehaviors)[number];

/** A provider under test, and the phone at the other end. */
export interface TelephonySubject {
  provider: TelephonyProvider;
  /** A provider as another process has it, with no memory of this one's calls. */
  restarted(): TelephonyProvider;
  /** How to reach a phone that behaves so. The suite sets the key and the limits. */
  address(behavior: PeerBehavior): Pick<DialRequest, 'to' | 'from' | 'integrations'>;
  /** Lets so many ms pass: on the clock of the test, or in real time. */
  pass(ms: number): Promise<void>;
  /** What the phones noticed, over all calls so far. */
  peer: {
    rings(attemptKey: string): Promise<number>;
    /** The keys that our side pressed. */
    keys(attemptKey: string): string;
    /** How much audio other than silence the phone got from us, in ms. */
    heardMs(attemptKey: string): number;
  };
  /**
   * False if the phone answers requests of another process where the call came from: a lookup fails there until the call is
   * over in any case, although the phone has ended it.
   */
  confirmsEnds?: false;
  /** Whether `pass` takes real time: then a busy machine notices everything late. */
  realTime?: true;
  /** How long a ring, and a call, may last in the tests. Defaults to a second and three seconds. */
  limits?: { ringTimeoutMs: number; maxDurationMs: number };
  close?(): Promise<void>;
}

/** What a test framework gives: jest, vitest and node:test all do. */
export interface TestFramework {
  describe: (name: string, body: () => void) => void;
  it: (name: string, body: () => Promise<void>) => void;
}

export const limitsOf = ({ limits = { ringTimeoutMs: 1_000, maxDurationMs: 3_000 } }: TelephonySubject) => limits;

let attempts = 0;

/** A request with a key that no other test uses. */
export const requestFor = (subject: TelephonySubject, behavior: PeerBehavior): DialRequest => {
  const attemptKey = `call_conformance_${process.pid}_${++attempts}`;
  return { ...subject.address(behavior), attemptKey, jobId: `job_${attemptKey}`, ...limitsOf(subject) };
};

/** A call, and everything that it reported. */
export interface ObservedLeg {
  leg: CallLeg;
  request: DialRequest;
  events: LegEvent[];
  frames: AudioFrame[];
  /** Lets time pass until the call has reported such an event. */
  reach: (type: LegEvent['type']) => Promise<void>;
}

const stepMs = 20;
/** Of a clock of the test: minutes in any case. In real time each step takes longer on a slow machine, as what it waits for does. */
const mostSteps = 10_000;

/** Lets time pass until the condition holds. @throws if it never does */
export async function passUntil(subject: TelephonySubject, holds: () => boolean, what: string): Promise<void> {
  for (let step = 0; step < mostSteps && !holds(); step++) await subject.pass(stepMs);
  if (!holds()) throw new Error(`This did not happen: ${what}.`);
}

/** Waits for a promise while time passes. */
export async function settle<T>(subject: TelephonySubject, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = promise.finally(() => (settled = true));
  done.catch(() => undefined);
  await passUntil(subject, () => settled, 'the promise is settled');
  return done;
}

export async function dial(
  subject: TelephonySubject,
  behavior: PeerBehavior,
  change: Partial<DialRequest> = {},
): Promise<ObservedLeg> {
  const request = { ...requestFor(subject, behavior), ...change };
  const events: LegEvent[] = [];
  const frames: AudioFrame[] = [];
  const dialing = subject.provider.dial(request).then((dialed) => {
    dialed.onEvent((event) => events.push(event));
    dialed.onAudio((frame) => frames.push(frame));
    return dialed;
  });
  const leg = await settle(subject, dialing);
  const reach = async (type: LegEvent['type']): Promise<void> => {
    const has = (...types: LegEvent['type'][]): boolean => events.some((event) => types.includes(event.type));
    await passUntil(subject, () => has(type, 'ended'), `the call reports ${type}`);
    if (!has(type)) throw new Error(`The call ended before it reported ${type}.`);
  };
  return { leg, request, events, frames, reach };
}

/** Speaks now and then until the call is over: a phone may wait for us. @returns its end */
export async function talkToEnd(subject: TelephonySubject, { leg, events }: ObservedLeg): Promise<LegEnd> {
  const isOver = (): boolean => events.some(({ type }) => type === 'ended');
  for (let turn = 0; turn < 40 && !isOver(); turn++) {
    leg.voice.write(tone(200), 8_000);
    for (let step = 0; step < 100 && !isOver(); step++) await subject.pass(stepMs);
  }
  return settle(subject, leg.ended);
}

/** A tone, 16-bit mono at 8 kHz. */
export function tone(ms: number): Buffer {
  const pcm = Buffer.alloc(ms * 16);
  for (let i = 0; i * 2 < pcm.length; i++)
    pcm.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 440 * i) / 8_000)), i * 2);
  return pcm;
}
