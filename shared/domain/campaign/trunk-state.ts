import type { Pacing } from './pacing';

/** Whether a trunk answers. `unknown`: it was not asked, or never answered. */
export const trunkHealths = ['up', 'down', 'unknown'] as const;
export type TrunkHealth = (typeof trunkHealths)[number];

/** A trunk as one worker sees it. */
export interface TrunkReport {
  Name: string;
  Disabled: boolean;
  Health: TrunkHealth;
  /** Calls of this worker on the trunk; absent if its provider does not count them. */
  Calls?: number | undefined;
  /** Limits over all workers; absent if there is none. */
  MaxConcurrentCalls?: number | undefined;
  MaxCallsPerMinute?: number | undefined;
}

/** A trunk as all workers see it. */
export type TrunkState = Omit<TrunkReport, 'Health'> & {
  /** `partly_down`: it answers some workers, and others not. */
  Health: TrunkHealth | 'partly_down';
  /** Workers that may place calls on it. */
  Workers: number;
};

const limit = (value: number | undefined): number | undefined => (value === 0 ? undefined : value);

/** The limits of a trunk, as they are reported. */
export const reportedLimits = (pacing: Pacing = {}): Pick<TrunkReport, 'MaxConcurrentCalls' | 'MaxCallsPerMinute'> => ({
  MaxConcurrentCalls: limit(pacing.MaxConcurrentCalls),
  MaxCallsPerMinute: limit(pacing.MaxCallsPerMinute),
});

function healthOf(reports: readonly TrunkReport[]): TrunkState['Health'] {
  const up = reports.some(({ Health }) => Health === 'up');
  const down = reports.some(({ Health }) => Health === 'down');
  if (up && down) return 'partly_down';
  if (up) return 'up';
  return down ? 'down' : 'unknown';
}

function callsOf(reports: readonly TrunkReport[]): number | undefined {
  const counted = reports.flatMap(({ Calls }) => Calls ?? []);
  return counted.length === 0 ? undefined : counted.reduce((sum, calls) => sum + calls, 0);
}

/**
 * One state of each trunk from what the workers report, in the order in which they are first named.
 * @param workers the reports of each worker; settings are those of the first one that names the trunk
 */
export function summarizeTrunks(workers: readonly (readonly TrunkReport[])[]): TrunkState[] {
  const byName = new Map<string, TrunkReport[]>();
  for (const report of workers.flat()) byName.set(report.Name, [...(byName.get(report.Name) ?? []), report]);
  return [...byName.values()].flatMap((reports) => {
    const [first] = reports;
    if (first === undefined) return [];
    return [{ ...first, Health: healthOf(reports), Calls: callsOf(reports), Workers: reports.length }];
  });
}
