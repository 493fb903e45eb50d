import { setTimeout as sleep } from 'node:timers/promises';
import { createKeys } from '../../../../shared/adapters/mongo/keys';
import { createLeasesRepository } from '../../../../shared/adapters/mongo/leases.repository';
import { createMongo, type Mongo } from '../../../../shared/adapters/mongo/client';
import { migrate } from '../../../../shared/adapters/mongo/migrate';
import { createOrganizationsRepository } from '../../../../shared/adapters/mongo/organizations.repository';
import {
  createNamespace,
  NotPermittedError,
  registerAttributes,
} from '../../../../shared/adapters/temporal/namespace-setup';
import { createTemporal, type Temporal } from '../../../../shared/adapters/temporal/client';
import type { SetupSettings } from '../../../../shared/config/settings.schema';
import { FailedError } from '../../failures';
import { createApiKeyAdmin } from '../api-keys';

/** The organization that a deployment begins with. */
export const defaultOrganizationId = 'org_default';
const retryEveryMs = 1_000;
const keyLeaseMs = 30_000;

/** The flags of `outdial admin setup`. */
export interface SetupFlags {
  /** How long to wait for the servers, in ms. */
  wait: number;
  /** How long the indexes may take, in ms. */
  timeout: number;
  /** Retention of a namespace that is created, in ms. */
  retention: number;
  /** Creates a key of this name if the organization has none. */
  keyName?: string;
}

/** One step of the setup, and what it changed. `attention`: an operator has to do the rest. */
export interface SetupStep {
  Step: 'MongoDB' | 'Temporal' | 'Indexes' | 'MasterKey' | 'Namespace' | 'SearchAttributes' | 'Organization' | 'Key';
  Result: 'done' | 'unchanged' | 'skipped' | 'attention';
  Detail: string;
}

/** The steps, and a key that was created: it is shown once. */
export interface SetupResult {
  Steps: SetupStep[];
  Key?: { KeyID: string; Key: string };
}

interface SetupParts {
  settings: SetupSettings;
  flags: SetupFlags;
  mongo: Mongo;
  temporal: Temporal;
  signal: AbortSignal;
  onStep: (step: SetupStep) => void;
}

/**
 * Prepares a deployment: what it needs once in MongoDB and Temporal. Repeating it is harmless, and so are several at once.
 * @param onStep hears of each step when it has ended
 * @throws {FailedError} if a server cannot be reached in time, or the master key is not that of the database
 */
export async function setUp(
  settings: SetupSettings,
  flags: SetupFlags,
  { signal, onStep }: Pick<SetupParts, 'signal' | 'onStep'>,
): Promise<SetupResult> {
  const [mongo, temporal] = [createMongo(settings, { unlimited: true }), createTemporal(settings)];
  const Steps: SetupStep[] = [];
  const parts: SetupParts = {
    ...{ settings, flags, mongo, temporal, signal },
    onStep: (step) => {
      Steps.push(step);
      onStep(step);
    },
  };
  try {
    await prepareStore(parts);
    await prepareEngine(parts);
    const Key = await prepareOrganization(parts);
    return { Steps, ...(Key !== undefined && { Key }) };
  } finally {
    await Promise.allSettled([mongo.close(), temporal.close()]);
  }
}

async function prepareStore({ settings, flags, mongo, signal, onStep }: SetupParts): Promise<void> {
  await waitFor('MongoDB', () => mongo.ping(), flags.wait, signal);
  onStep({ Step: 'MongoDB', Result: 'unchanged', Detail: `${settings.MONGODB_DATABASE} responds` });
  const changes = await migrate(mongo.db, { timeoutMs: flags.timeout, signal });
  const count = changes.length === 1 ? '1 index' : `${changes.length} indexes`;
  onStep({ Step: 'Indexes', Result: changes.length > 0 ? 'done' : 'unchanged', Detail: `${count} changed` });
  const { OUTDIAL_MASTER_KEY } = settings;
  if (OUTDIAL_MASTER_KEY === undefined) {
    onStep({ Step: 'MasterKey', Result: 'skipped', Detail: 'OUTDIAL_MASTER_KEY is not set, so it was not compared' });
    return;
  }
  await openSecret(mongo.db, { ...settings, OUTDIAL_MASTER_KEY });
  onStep({ Step: 'MasterKey', Result: 'unchanged', Detail: 'opens the secret of the database' });
}

/** Opens the secret of the database, which the first process creates. A wrong key would make data that no process reads. */
async function openSecret(db: Mongo['db'], settings: SetupSettings & { OUTDIAL_MASTER_KEY: string }): Promise<void> {
  try {
    await createKeys(db, settings).numberHash('+14155550100');
  } catch (error) {
    throw new FailedError('OUTDIAL_MASTER_KEY is not the key of this database (docs/personal-data.md).', {
      cause: error,
    });
  }
}

async function prepareEngine({ settings, flags, temporal, signal, onStep }: SetupParts): Promise<void> {
  const { connection } = temporal.client;
  const { TEMPORAL_NAMESPACE: namespace } = settings;
  const step = async (Step: SetupStep['Step'], prepare: () => Promise<Omit<SetupStep, 'Step'>>): Promise<void> => {
    const prepared = await prepare().catch((error: unknown) => {
      if (!(error instanceof NotPermittedError)) throw error;
      return { Result: 'attention' as const, Detail: `${error.message} Do it by hand: docs/deployment.md.` };
    });
    onStep({ Step, ...prepared });
  };
  let created = false;
  await step('Namespace', async () => {
    created = await waitFor(
      'Temporal',
      () => createNamespace(connection, namespace, flags.retention),
      flags.wait,
      signal,
    );
    return { Result: created ? 'done' : 'unchanged', Detail: `${namespace} ${created ? 'was created' : 'exists'}` };
  });
  await step('SearchAttributes', async () => {
    // A new namespace is known to every server after some seconds.
    const added = await registerAttributes(connection, namespace, Date.now() + flags.wait);
    const Detail = added.length > 0 ? `${added.join(', ')} registered` : 'all are registered';
    return { Result: added.length > 0 ? 'done' : 'unchanged', Detail };
  });
}

async function prepareOrganization({ settings, flags, mongo, signal, onStep }: SetupParts) {
  const organizations = createOrganizationsRepository(mongo.db);
  const existed = (await organizations.find(defaultOrganizationId)) !== undefined;
  await organizations.insertIfAbsent({
    ...{ ID: defaultOrganizationId, Name: 'Default organization' },
    CreatedMS: Date.now(),
  });
  const Detail = `${defaultOrganizationId} ${existed ? 'exists' : 'was created'}`;
  onStep({ Step: 'Organization', Result: existed ? 'unchanged' : 'done', Detail });
  const { keyName: name } = flags;
  if (name === undefined) {
    const Detail =
      settings.OUTDIAL_BOOTSTRAP_KEY === undefined
        ? 'outdial admin keys create makes one'
        : 'the API stores OUTDIAL_BOOTSTRAP_KEY at its start';
    onStep({ Step: 'Key', Result: 'skipped', Detail });
    return undefined;
  }
  const created = await underLease(mongo.db, flags.wait, signal, async () => {
    const keys = createApiKeyAdmin(mongo.db, defaultOrganizationId, Date.now());
    const active = (await keys.list()).filter(({ State }) => State === 'active');
    return active.length > 0 ? undefined : keys.create({ name });
  });
  onStep({
    Step: 'Key',
    Result: created === undefined ? 'unchanged' : 'done',
    Detail: created === undefined ? `${defaultOrganizationId} has a key` : `${created.KeyID} was created`,
  });
  return created === undefined ? undefined : { KeyID: created.KeyID, Key: created.Key };
}

/** Of several that look for a key at once, one creates it. */
async function underLease<T>(db: Mongo['db'], waitMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const leases = createLeasesRepository(db);
  let untilMs = 0;
  await waitFor(
    'The setup of another process',
    async () => {
      const nowMs = Date.now();
      untilMs = nowMs + keyLeaseMs;
      if (!(await leases.take('setup', nowMs, untilMs))) throw new Error('It has not ended.');
    },
    waitMs + keyLeaseMs,
    signal,
  );
  try {
    return await work();
  } finally {
    await leases.end('setup', untilMs, 0);
  }
}

/** Repeats a look until it succeeds. @throws {FailedError} after the time limit, with the last reason */
async function waitFor<T>(what: string, look: () => Promise<T>, waitMs: number, signal: AbortSignal): Promise<T> {
  const deadlineMs = Date.now() + waitMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (error instanceof NotPermittedError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (Date.now() >= deadlineMs)
        throw new FailedError(`${what} did not respond within ${waitMs / 1_000} s: ${reason}`, { cause: error });
      await sleep(retryEveryMs, undefined, { signal });
    }
  }
}
