import type { ActivityDeps } from '../../../activities/deps';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import type { Job } from '../../../shared/domain/job/job';
import { requestErasure, listHistories, findTexts, seed, seededJob } from '../../support/erasure';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

/** The parts of the outside world that an erasure asks, and that can die. */
type Part = 'store' | 'histories' | 'recordings' | 'imports' | 'workflows';
type Operation = (...args: unknown[]) => unknown;

/** The world dies once: after the n-th operation. That is before the next one too; 0 is before the first. */
interface Crash {
  after: number;
  operations: string[];
}

/** The same thing, but that its functions, at whatever depth, go through the given one. */
function intercept<T extends object>(thing: T, path: string, through: (path: string, act: Operation) => Operation): T {
  const entries = Object.entries(thing).map(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`;
    if (typeof value === 'function') return [name, through(at, value as Operation)];
    if (typeof value === 'object' && value !== null) return [name, intercept(value, at, through)];
    return [name, value];
  });
  return { ...thing, ...(Object.fromEntries(entries) as Partial<T>) };
}

describe('an erasure whose world dies once, at each of its steps', () => {
  const processes = createProcesses();
  let world: InProcessEnv;
  let originals: Pick<ActivityDeps, Part>;
  const crash: Crash = { after: Infinity, operations: [] };
  jest.setTimeout(240_000);

  const through =
    (path: string, act: Operation): Operation =>
    async (...args) => {
      if (crash.after === 0 && crash.operations.length === 0) {
        crash.operations.push('died');
        throw new Error(`Died before ${path}.`);
      }
      crash.operations.push(path);
      const dies = crash.operations.length === crash.after;
      const result = await act(...args);
      if (dies) throw new Error(`Died after ${path}.`);
      return result;
    };
  beforeAll(async () => {
    world = await createInProcessEnv(processes);
    const { store, histories, recordings, imports, workflows } = world.deps;
    originals = { store, histories, recordings, imports, workflows };
  });
  afterAll(async () => {
    await world.close();
    await processes.end();
  });

  /** A job that has ended, with a call, and a workflow that the engine remembers. */
  const endedJob = async (): Promise<Job> => {
    const job = await world.insert(seededJob({ State: 'completed', CallCount: 1 }));
    const call = createCallRecord(job, 1, job.CreatedMS);
    await world.deps.store.calls.claim(call);
    await world.deps.store.calls.close(call, { state: 'failed', endedMs: job.CreatedMS, error: `${seed} error` });
    await world.deps.workflows.startJob(job);
    await world.handle(job.ID).result();
    return job;
  };

  const erase = async (job: Job, after: number): Promise<string[]> => {
    Object.assign(crash, { after, operations: [] });
    await requestErasure(originals, job);
    const look = () => originals.store.jobs.load(job.ID);
    await until(look, (standing) => standing?.State === 'deleted', 60_000);
    return [...crash.operations];
  };

  it('ends in deleted, with nothing left, whichever operation it dies after', async () => {
    const first = await endedJob();
    Object.assign(world.deps, intercept(originals, 'world', through));
    await world.restart();
    const operations = await erase(first, Infinity);
    expect(operations.length).toBeGreaterThan(12);
    const jobs = [first];
    for (const [index] of [...operations, 'the first'].entries()) {
      Object.assign(crash, { after: Infinity });
      const job = await endedJob();
      await erase(job, index);
      jobs.push(job);
    }
    expect(await findTexts(world.deps.mongo.db, [seed, '4155559173'])).toEqual([]);
    const left = await Promise.all(jobs.map(({ ID }) => listHistories(world.client, ID)));
    expect(left.flat()).toEqual([]);
    const audited = await world.deps.mongo.db.collection('audit_log').countDocuments({ Action: 'job.erased' });
    expect(audited).toBe(jobs.length);
  });
});
