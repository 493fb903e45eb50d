import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Logger } from './logger';
import { observePrerequisites } from './metrics/prerequisite-metrics';
import type { Registry } from './metrics/registry';
import { checkSchema } from './mongo/schema';
import type { Temporal } from './temporal/client';

/** `unknown`: not checked yet, or this process may not check it. */
export type PrerequisiteState = 'ok' | 'incomplete' | 'unknown';

/** What an operator prepares before the processes start: the schema of the database, the search attributes of Temporal. */
export type PrerequisiteName = 'Schema' | 'SearchAttributes';
export type PrerequisiteStates = Record<PrerequisiteName, PrerequisiteState>;

export interface PrerequisiteCheck {
  /** Looks; rejects while its server is unavailable. `undefined` if this process may not look. */
  findMissing: () => Promise<readonly string[] | undefined>;
  /** What the operator does about it, for the log. */
  remedy: string;
}

export interface Prerequisites {
  states(): PrerequisiteStates;
  /** Checks until everything is complete, or the signal fires. */
  watch(signal: AbortSignal): Promise<void>;
}

const recheckMs = 15_000;
const logAgainMs = 600_000;

/**
 * Checks what the deployment needs, and says what is missing: in the log, in `/readyz` and as a metric. A process serves
 * all the same: a missing index makes queries slow, and jobs of a namespace without attributes wait.
 */
export function createPrerequisites(
  checks: Record<PrerequisiteName, PrerequisiteCheck>,
  logger: Logger,
  intervalMs = recheckMs,
): Prerequisites {
  const states: PrerequisiteStates = { Schema: 'unknown', SearchAttributes: 'unknown' };
  const loggedMs = new Map<PrerequisiteName, number>();

  /** @returns true when nothing will change without this process */
  const check = async (name: PrerequisiteName): Promise<boolean> => {
    const { findMissing, remedy } = checks[name];
    const missing = await findMissing();
    if (missing === undefined) {
      logger.warn({ prerequisite: name }, 'prerequisite.unchecked');
      return true;
    }
    const complete = missing.length === 0;
    if (complete && states[name] === 'incomplete') logger.info({ prerequisite: name }, 'prerequisite.completed');
    states[name] = complete ? 'ok' : 'incomplete';
    const now = performance.now();
    if (!complete && now - (loggedMs.get(name) ?? -Infinity) >= logAgainMs) {
      loggedMs.set(name, now);
      logger.error({ prerequisite: name, missing, remedy }, 'prerequisite.incomplete');
    }
    return complete;
  };

  const watchOne = async (name: PrerequisiteName, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      // While its server is unavailable, other checks report that.
      if (await check(name).catch(() => false)) return;
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    states: () => ({ ...states }),
    watch: async (signal) => {
      await Promise.all((Object.keys(checks) as PrerequisiteName[]).map((name) => watchOne(name, signal)));
    },
  };
}

/** What every process of a deployment needs. */
export const createChecks = (db: Db, temporal: Temporal): Record<PrerequisiteName, PrerequisiteCheck> => ({
  Schema: {
    findMissing: async () => {
      const { state, storedVersion, missing } = await checkSchema(db);
      if (state !== 'outdated') return [];
      return [...missing, ...(missing.length === 0 ? [`version ${storedVersion ?? 0} is not current`] : [])];
    },
    remedy: 'Run npm run migrate: docs/deployment.md.',
  },
  SearchAttributes: {
    findMissing: () => temporal.findMissingAttributes(),
    remedy: 'Register the search attributes in the namespace: docs/deployment.md.',
  },
});

/** Checks what the process needs, from its start, and reports it as a metric too. */
export function watchPrerequisites(
  { db, temporal }: { db: Db; temporal: Temporal },
  { logger, registry, signal }: { logger: Logger; registry: Registry; signal: AbortSignal },
): Pick<Prerequisites, 'states'> {
  const prerequisites = createPrerequisites(createChecks(db, temporal), logger);
  observePrerequisites(registry, () => {
    const known = Object.entries(prerequisites.states()).filter(([, state]) => state !== 'unknown');
    return Object.fromEntries(known.map(([name, state]) => [name, state === 'incomplete']));
  });
  void prerequisites.watch(signal);
  return prerequisites;
}
