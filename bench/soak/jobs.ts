import { simulatorScenarios } from '../../shared/adapters/telephony/simulated/scenarios';

/** What a job's customer does with it after it was created. */
export type Fate = 'called' | 'canceled' | 'erased' | 'moved';

export interface SoakJob {
  body: Record<string, unknown>;
  fate: Fate;
  /** When it is created, as a part of the day. */
  at: number;
}

/** Left out: failures on our side, which hold a campaign back, and a callback, which is hours later. */
const scenarios = simulatorScenarios.filter((name) => !name.endsWith('_error') && name !== 'asks_for_callback');
const fates: readonly Fate[] = [
  'called',
  'called',
  'canceled',
  'called',
  'moved',
  'called',
  'called',
  'erased',
  'called',
  'called',
];
/** The longest wait of a job, as a part of the day. */
const longestWait = 0.18;

/** Most jobs of a day arrive while people work: the middle of the day has three times as many as its ends. */
const instantOf = (index: number, count: number): number => {
  const part = (index + 0.5) / count;
  return part + Math.sin(2 * Math.PI * part) / (4 * Math.PI);
};

/**
 * The jobs of a day: every scenario, calls at once and calls that wait, and some that are canceled, erased or moved while they
 * wait. The same for the same count.
 */
export function planJobs(count: number, daySeconds: number): SoakJob[] {
  return Array.from({ length: count }, (_, index) => {
    const fate = fates[index % fates.length]!;
    const waits = fate !== 'called' || index % 3 === 0;
    const waitSeconds = Math.ceil(daySeconds * longestWait * (((index * 7) % 10) + 1) * 0.1);
    return {
      fate,
      at: instantOf(index, count),
      body: {
        ContactPhoneNumber: `+1415${2_000_000 + index}`,
        ContactName: `Contact ${index}`,
        Metadata: { index },
        Overrides: {
          ...(waits ? { Constraints: { MinCreationDelay: `${waitSeconds}s` } } : {}),
          Integrations: {
            simulator: { Scenario: scenarios[index % scenarios.length], RingSeconds: 1, TalkSeconds: 2 + (index % 5) },
          },
        },
      },
    };
  });
}
