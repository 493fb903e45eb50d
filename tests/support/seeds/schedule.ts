import { createRandom, type Random } from '../campaign/random';

/** The processes of the world that are killed and paused. */
export const processNames = ['api-1', 'api-2', 'worker-1', 'worker-2', 'temporal', 'mongo'] as const;
export type ProcessName = (typeof processNames)[number];

/** How the network to a server fails. Only the database's proxy elects. */
export const networkFaults = ['cut', 'freeze', 'silence', 'delay', 'elect'] as const;
/** What the database does with some commands: carries them out without a reply, refuses them, or does not confirm them. */
export const commandFaults = ['lose-replies', 'refuse', 'not-confirmed'] as const;
export const receiverFaults = ['error', 'unavailable', 'reset', 'hang', 'garbage'] as const;
/** Whose disk is full. */
export const disks = ['mongo', 'temporal', 'worker-1', 'worker-2'] as const;

type Kinds =
  /** SIGKILL; it is down for `forMs`. `readyMs`: not before it has been ready for so long; else also while it starts. */
  | { kind: 'kill'; target: ProcessName; readyMs?: number }
  /** SIGSTOP, and SIGCONT after `forMs`. */
  | { kind: 'pause'; target: ProcessName }
  | { kind: 'network'; target: 'mongo' | 'temporal'; how: (typeof networkFaults)[number] }
  | { kind: 'commands'; how: (typeof commandFaults)[number]; times: number }
  | { kind: 'receiver'; how: (typeof receiverFaults)[number] }
  | { kind: 'disk'; target: (typeof disks)[number] }
  /** The clock of the second worker is wrong by this much, then right again. */
  | { kind: 'clock'; stepMs: number };

/** Something that happens to the world. Instants and lengths are in ms from the begin of the faults. */
export type Fault = Kinds & { atMs: number; forMs: number };
export type FaultKind = Fault['kind'];

export interface ScheduleSize {
  /** How long faults begin, in ms. */
  lengthMs: number;
  kills: number;
}

/** Two kills of one process are this far apart at least, so that it is killed while it runs or starts, never while it is down. */
const killsApartMs = 1_500;
/** The part of the kills that meet a process at work, however long it takes to start. */
const readyPart = 0.7;
const downMs = { min: 50, max: 1_200 };
const stepsMs = [-30_000, -5_000, -2_000, 2_000, 5_000, 30_000] as const;
/** Workers are killed twice as often as the others. */
const victims: readonly ProcessName[] = [
  'worker-1',
  'worker-1',
  'worker-2',
  'worker-2',
  'api-1',
  'api-2',
  'temporal',
  'mongo',
];

const between = (random: Random, min: number, max: number): number => Math.round(min + (max - min) * random.next());

/** All faults of a seed, in the order of their instants. The same seed gives the same ones. */
export function createSchedule(seed: number, { lengthMs, kills }: ScheduleSize): Fault[] {
  const random = createRandom(seed);
  const faults = [
    ...drawKills(random, lengthMs, kills),
    ...drawPauses(random, lengthMs),
    ...drawNetwork(random, lengthMs),
    ...drawReceiver(random, lengthMs),
    ...drawMachine(random, lengthMs),
  ];
  return faults.sort((one, other) => one.atMs - other.atMs);
}

/** One kill in each of as many equal parts of the time. */
function drawKills(random: Random, lengthMs: number, kills: number): Fault[] {
  const faults: Extract<Fault, { kind: 'kill' }>[] = [];
  for (let part = 0; part < kills; part++) {
    const atMs = Math.round(((part + random.next()) * lengthMs) / kills);
    const free = victims.filter((name) =>
      faults.every(({ target, atMs: other }) => target !== name || atMs - other >= killsApartMs),
    );
    const target = random.pick(free.length > 0 ? free : victims);
    const forMs = between(random, downMs.min, downMs.max);
    const ready = random.next() < readyPart ? { readyMs: between(random, 100, 2_000) } : {};
    faults.push({ kind: 'kill', target, ...ready, atMs, forMs });
  }
  return faults;
}

const drawPauses = (random: Random, lengthMs: number): Fault[] =>
  Array.from({ length: 3 }, () => ({
    kind: 'pause',
    target: random.pick(processNames),
    atMs: random.below(lengthMs),
    forMs: between(random, 200, 3_000),
  }));

/** Faults of one proxy never overlap: the end of one ends all. */
function drawNetwork(random: Random, lengthMs: number): Fault[] {
  const draw = (target: 'mongo' | 'temporal', part: number, parts: number): Fault => {
    const how = random.pick(networkFaults.filter((name) => name !== 'elect' || target === 'mongo'));
    const atMs = Math.round(((part + random.next() * 0.4) * lengthMs) / parts);
    const longest = Math.min(3_000, (lengthMs / parts) * 0.5);
    return { kind: 'network', target, how, atMs, forMs: between(random, 200, longest) };
  };
  const commands = (part: number): Fault => ({
    kind: 'commands',
    how: random.pick(commandFaults),
    times: 1 + random.below(5),
    atMs: Math.round(((part + random.next()) * lengthMs) / 2),
    forMs: 0,
  });
  return [
    draw('mongo', 0, 3),
    draw('mongo', 1, 3),
    draw('mongo', 2, 3),
    draw('temporal', 0, 2),
    draw('temporal', 1, 2),
  ].concat(commands(0), commands(1));
}

/** In the first half: a delivery that fails twice waits for 20 seconds, and one that fails three times for 65. */
function drawReceiver(random: Random, lengthMs: number): Fault[] {
  const how = random.pick(receiverFaults);
  return [{ kind: 'receiver', how, atMs: random.below(lengthMs / 2), forMs: between(random, 300, 2_500) }];
}

/** A full disk in every second seed, a wrong clock in two of five. */
function drawMachine(random: Random, lengthMs: number): Fault[] {
  const [full, wrong] = [random.next() < 0.5, random.next() < 0.4];
  const faults: Fault[] = [];
  const target = random.pick(disks);
  const atMs = random.below(lengthMs * 0.8);
  const forMs = between(random, 500, 2_500);
  if (full) faults.push({ kind: 'disk', target, atMs, forMs });
  const step: Fault = {
    kind: 'clock',
    stepMs: random.pick(stepsMs),
    atMs: random.below(lengthMs / 2),
    forMs: lengthMs / 2,
  };
  if (wrong) faults.push(step);
  return faults;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** A fault as a line for people. */
export function describeFault(fault: Fault): string {
  const { atMs, kind, forMs, ...rest } = fault;
  const details = Object.entries(rest)
    .map(([name, value]) => (typeof value === 'number' ? `${name}=${value}` : String(value)))
    .join(' ');
  return `${seconds(atMs).padStart(8)}  ${kind} ${details}${forMs > 0 ? ` for ${seconds(forMs)}` : ''}`;
}

/** By how much a worker's clock is ahead at most, in ms. */
export const aheadMs = (faults: readonly Fault[]): number =>
  Math.max(0, ...faults.map((fault) => (fault.kind === 'clock' ? fault.stepMs : 0)));
