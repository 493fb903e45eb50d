import type { ActivityDeps } from '../../../activities/deps';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { requestErasure, listHistories, findTexts, seed, seededJob } from '../../support/erasure';
import { erasureCrashEvery } from '../../support/sizes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

/** The dependencies of an erasure, each of which can fail. */
type Part = 'store' | 'histories' | 'recordings' | 'imports' | 'workflows';
type Operation = (...args: unknown[]) => unknown;

/** One crash after the n-th operation, which is also before the next one. 0 is before the first. */
interface Crash {
  after: number;
  operations: string[];
}

/** Functions of the store that only compute: a crash there is one before or after an operation. */
const computations = ['policyOf', 'isUnavailable'];

/** Copies an object whose functions, at any depth, are wrapped by `through`. */
function intercept<T extends object>(thing: T, path: string, through: (path: string, act: Operation) => Operation): T {
  const entries = Object.entries(thing).map(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`;
    if (typeof value === 'function' && !computations.includes(name)) return [name, through(at, value as Operation)];
    if (typeof value === 'object' && value !== null) return [name, intercept(value, at, through)];
    return [name, value];
  });
  return { ...thing, ...(Object.fromEntries(entries) as Partial<T>) };
}

describe('an erasure that crashes once, at each of its operations', () => {
  let env: InProcessEnv;
  let originals: Pick<ActivityDeps, Part>;
  const crash: Crash = { after: Infinity, operations: [] };
  jest.setTimeout(240_000);

  const through =
    (path: string, act: Operation): Operation =>
    async (...args) => {
      if (crash.after === 0 && crash.operations.length === 0) {
        crash.operations.push('crashed');
        throw new Error(`Crashed before ${path}.`);
      }
      crash.operations.push(path);
      const crashes = crash.operations.length === crash.after;
      const result = await act(...args);
      if (crashes) throw new Error(`Crashed after ${path}.`);
      return result;
    };
  beforeAll(async () => {
    env = await createInProcessEnv();
    const { store, histories, recordings, imports, workflows } = env.deps;
    originals = { store, histories, recordings, imports, workflows };
  });
  afterAll(() => env.close());

  /** Creates an ended job with a call and a closed workflow. */
  const endedJob = async (): Promise<Job> => {
    const job = await env.insert(seededJob({ State: 'completed', CallCount: 1 }));
    const call = createCallRecord(job, 1, job.CreatedMS);
    await env.deps.store.calls.claim(call);
    await env.deps.store.calls.close(call, { state: 'failed', endedMs: job.CreatedMS, error: `${seed} error` });
    await env.deps.workflows.startJob(job);
    await env.handle(job.ID).result();
    return job;
  };

  const erase = async (job: Job, after: number): Promise<string[]> => {
    Object.assign(crash, { after, operations: [] });
    await requestErasure(originals, job);
    const look = () => originals.store.jobs.load(job.ID);
    await until(look, (stored) => stored?.State === 'deleted', 60_000);
    return [...crash.operations];
  };

  it('ends in deleted, with nothing left, whichever operation it crashes after', async () => {
    const first = await endedJob();
    Object.assign(env.deps, intercept(originals, 'env', through));
    await env.restart();
    const operations = await erase(first, Infinity);
    expect(operations.length).toBeGreaterThan(12);
    const jobs = [first];
    const all = Array.from({ length: operations.length + 1 }, (_, after) => after);
    for (const after of all.filter((one) => one % erasureCrashEvery === 0 || one === operations.length)) {
      Object.assign(crash, { after: Infinity });
      const job = await endedJob();
      await erase(job, after);
      jobs.push(job);
    }
    expect(await findTexts(env.deps.mongo.db, [seed, '4155559173'])).toEqual([]);
    const left = await Promise.all(jobs.map(({ ID }) => listHistories(env.client, ID)));
    expect(left.flat()).toEqual([]);
    const audited = await env.deps.mongo.db.collection('audit_log').countDocuments({ Action: 'job.erased' });
    expect(audited).toBe(jobs.length);
  });
});
