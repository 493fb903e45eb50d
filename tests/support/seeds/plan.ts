import { createRandom, type Random } from '../campaign/random';

/** What a job of the plan is there to show. */
export const jobKinds = [
  'immediate',
  /** Not to be called before some seconds after its creation. */
  'soon',
  /** Is busy, does not answer or loses its line, and is called again. */
  'retried',
  'canceled',
  /** Canceled some seconds after its creation, whatever it does then. */
  'interrupted',
  'rescheduled',
  'erased',
  /** Its windows are closed today. */
  'closed',
  'suppressed',
  /** Its analysis is corrected by a person. */
  'corrected',
  /** Recorded: its audio is spooled to the worker's disk. */
  'recorded',
  /** Called over SIP. */
  'sip',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** A job that is posted, and what is asked of it afterwards. Instants are in ms from the begin of the faults. */
export interface PlannedJob {
  /** Unique in the plan; the idempotency key of its request, and in its metadata. */
  name: string;
  kind: JobKind;
  atMs: number;
  phoneNumber: string;
  body: Record<string, unknown>;
  /** Not to be called earlier than this after its creation, in ms. */
  delayMs?: number;
  then?: { ask: 'cancel' | 'reschedule' | 'erase' | 'correct'; atMs: number; inMs?: number };
}

/** A file of jobs, and the bulk action on them once it is imported. */
export interface PlannedImport {
  name: string;
  atMs: number;
  rows: { phoneNumber: string; name: string }[];
  /** Its jobs wait for an hour, unless they are changed. */
  waits: boolean;
  bulk?: 'cancel' | 'reschedule' | 'redial';
}

export interface Plan {
  jobs: PlannedJob[];
  imports: PlannedImport[];
}

const counts: Record<JobKind, number> = {
  immediate: 4,
  soon: 2,
  retried: 2,
  canceled: 2,
  interrupted: 1,
  rescheduled: 2,
  erased: 3,
  closed: 1,
  suppressed: 1,
  corrected: 1,
  recorded: 2,
  sip: 2,
};
const importRows = 4;
/** How many numbers a plan uses at most. */
export const numbersOfPlan = 40;
const withoutAnswer = ['contact_busy', 'contact_did_not_answer', 'call_dropped', 'left_voicemail'] as const;
export const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;
/** What stands in each field of an erased job that may hold personal data. */
export const erasedText = (name: string): string => `Zwiebelfisch of ${name}`;
/** A reschedule holds for one call, and the next one would wait for the hour again: so there is no next one. */
export const waitingConstraints = { MinCreationDelay: '1h', MaxTotalCalls: 1 };

interface PlanOptions {
  /** How long jobs are posted, in ms. */
  lengthMs: number;
  /** The first of the plan's numbers, from 0: a world calls no number in two seeds. */
  firstNumber: number;
  /** The day of the week (UTC) on which the seed runs, from 0, Sunday. */
  weekday: number;
}

/** All that clients do in a seed. The same seed gives the same plan. */
export function createPlan(seed: number, { lengthMs, firstNumber, weekday }: PlanOptions): Plan {
  const random = createRandom(seed ^ 0x5eed);
  let taken = 0;
  const nextNumber = (): string => `+1415${5_550_000 + ((firstNumber + taken++) % 10_000)}`;
  const jobs = jobKinds.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index): PlannedJob => {
      const name = `${seed}-${kind}-${index}`;
      const atMs = random.below(lengthMs);
      const phoneNumber = nextNumber();
      const drawn = drawJob(kind, { random, atMs, weekday, name });
      const body = { ContactPhoneNumber: phoneNumber, Metadata: { Name: name }, ...drawn.body };
      return { name, kind, phoneNumber, ...drawn, atMs, body };
    }),
  );
  const rows = (of: string) =>
    Array.from({ length: importRows }, (_, index) => ({ phoneNumber: nextNumber(), name: `${seed}-${of}-${index}` }));
  const imports: PlannedImport[] = [
    {
      name: `${seed}-import-a`,
      atMs: random.below(lengthMs / 3),
      rows: rows('a'),
      waits: true,
      bulk: random.pick(['cancel', 'reschedule']),
    },
    { name: `${seed}-import-b`, atMs: random.below(lengthMs / 3), rows: rows('b'), waits: false, bulk: 'redial' },
  ];
  return { jobs: jobs.sort((one, other) => one.atMs - other.atMs), imports };
}

/** Settings of the simulated network. */
const simulator = (random: Random, Scenario: string, talk = 1 + 7 * random.next()) => ({
  simulator: {
    Scenario,
    RingSeconds: Math.round(random.next() * 10) / 10,
    TalkSeconds: Math.round(talk * 10) / 10,
  },
});

interface Draw {
  random: Random;
  atMs: number;
  weekday: number;
  name: string;
}
type Drawn = Pick<PlannedJob, 'delayMs' | 'then'> & { body: Record<string, unknown> };

function drawJob(kind: JobKind, draw: Draw): Drawn {
  const { random, atMs, weekday, name } = draw;
  const talks = { Integrations: simulator(random, 'conversation_complete') };
  const later = atMs + 500 + random.below(6_000);
  const waits = { ...talks, Constraints: waitingConstraints };
  switch (kind) {
    case 'soon': {
      const delayMs = 3_000 + random.below(7_000);
      const Constraints = { MinCreationDelay: `${delayMs}ms` };
      return { body: { Overrides: { ...talks, Constraints } }, delayMs };
    }
    case 'retried':
      return { body: { Overrides: { Integrations: simulator(random, random.pick(withoutAnswer), 1) } } };
    case 'canceled':
      return { body: { Overrides: waits }, then: { ask: 'cancel', atMs: later } };
    case 'interrupted':
      return {
        body: { Overrides: { Integrations: simulator(random, 'conversation_complete', 15) } },
        then: { ask: 'cancel', atMs: later },
      };
    case 'rescheduled':
      return {
        body: { Overrides: waits },
        then: { ask: 'reschedule', atMs: later, inMs: 2_000 + random.below(5_000) },
      };
    case 'erased':
      return {
        body: {
          ContactName: erasedText(name),
          Data: { Note: erasedText(name) },
          Overrides: random.next() < 0.3 ? waits : talks,
        },
        then: { ask: 'erase', atMs: later },
      };
    case 'closed': {
      const Weekdays = [weekdays[(weekday + 3) % 7]];
      const TimeRules = [{ Weekdays, TimeRanges: [{ Start: '09:00', End: '17:00' }] }];
      return {
        body: { Overrides: { ...talks, Constraints: { TimeZone: 'UTC', TimeRules } } },
        // After the last fault: until then nothing may ring.
        then: { ask: 'cancel', atMs: Infinity },
      };
    }
    case 'corrected':
      return { body: { Overrides: talks }, then: { ask: 'correct', atMs: later } };
    case 'recorded':
      return { body: { Overrides: { ...talks, DisableRecording: false } } };
    case 'sip':
      return { body: { Overrides: { Trunk: 'sip/main' } } };
    case 'immediate':
    case 'suppressed':
      return { body: { Overrides: talks } };
  }
}

/** The settings of the campaign that the plan's jobs belong to. */
export const campaignSettings = (seed: number, agentUrl?: string): Record<string, unknown> => {
  const soon = { Then: 'retry', Delays: [`${retryDelayMs / 1_000}s`] };
  return {
    Name: `Seed ${seed}`,
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    // So many lost workers would open it, and the calls would wait.
    CircuitBreaker: { Enabled: false },
    Defaults: { DisableRecording: true, Constraints: { MaxTotalCalls: maxCalls } },
    RetryRules: {
      assistant_error: soon,
      contact_busy: soon,
      contact_did_not_answer: soon,
      left_voicemail: soon,
      call_dropped: soon,
    },
    AnalysisSchema: { type: 'object', properties: { Confirmed: { type: 'boolean' } } },
    ...(agentUrl === undefined ? {} : { Agent: { URL: agentUrl } }),
  };
};
/** What limits the calls of a job. */
export const maxCalls = 3;
export const retryDelayMs = 1_000;
