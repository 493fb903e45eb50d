import type { Activities } from '../../../activities';
import type { Job } from '../../../shared/domain/job/job';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { aJob, orgId, simulated } from '../../support/builders';
import { addWebhook } from '../../support/erasure';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const answered = simulated({ Scenario: 'conversation_complete' });
const waiting = { ...answered, Constraints: { MinCreationDelay: '50h' } };
const twice = simulated({ Scenario: 'contact_did_not_answer' }, { Constraints: { MaxTotalCalls: 2 } });

interface Course {
  fields: Partial<Job>;
  ends?: 'canceled' | 'erased';
  /** After those that the API publishes. */
  transitions: string[];
  /** The numbers of those after which a worker is lost, each in another job. */
  tested: number[];
}

const courses: Record<string, Course> = {
  'is answered': {
    fields: { Overrides: answered },
    transitions: ['calling', 'analyzing', 'completed'],
    tested: [4, 5],
  },
  'is answered at its second call': {
    fields: { Overrides: answered },
    transitions: ['calling', 'analyzing', 'scheduled', 'calling', 'analyzing', 'completed'],
    tested: [3],
  },
  'is called twice': {
    fields: { Overrides: twice },
    transitions: ['calling', 'analyzing', 'scheduled', 'calling', 'analyzing', 'failed'],
    tested: [5],
  },
  'has a caller ID that is no longer listed': {
    fields: { Overrides: answered, CallerID: '+14155550999' },
    transitions: ['failed'],
    tested: [3],
  },
  'is canceled': { fields: { Overrides: waiting }, ends: 'canceled', transitions: ['canceled'], tested: [3] },
  'is erased': { fields: { Overrides: waiting }, ends: 'erased', transitions: ['deleting', 'deleted'], tested: [3, 4] },
};
/** What is stored last before the fault. */
const points = ['transition', 'events'] as const;
/** A dead worker does nothing more. An error ends one step, and the activity that called it may handle it. */
const faults = ['death', 'error'] as const;

interface Fault {
  sequence: number;
  point: (typeof points)[number];
  kind: (typeof faults)[number];
}
/** The analysis follows a call in the call's own activity, which handles its errors: it has every fault. */
const cases = Object.entries(courses).flatMap(([name, { tested, ...course }]) =>
  tested.flatMap((sequence) => {
    const state = course.transitions[sequence - 3]!;
    const all = (state === 'analyzing' ? points : points.slice(0, 1)).flatMap((point) =>
      (state === 'analyzing' ? faults : faults.slice(0, 1)).map((kind) => ({ sequence, point, kind })),
    );
    return all.map((fault) => ({ name, course, state, fault }));
  }),
);
type Case = (typeof cases)[number];

/** Every activity that makes a transition, with the death of its worker after each thing that it stores. */
describe('a transition that was stored by a worker that is lost at once', () => {
  let testEnv: TimeSkippingEnv;
  const planned = new Map<string, Fault>();
  const dead = new Set<string>();

  const dieAfter = (jobId: string, sequence: number, point: Fault['point']): void => {
    const fault = planned.get(jobId);
    if (fault?.sequence !== sequence || fault.point !== point) return;
    planned.delete(jobId);
    if (fault.kind === 'death') dead.add(jobId);
    throw new Error(`The ${fault.kind} of a worker.`);
  };
  const mayWrite = (jobId: string): void => {
    if (dead.has(jobId)) throw new Error('A dead worker writes nothing.');
  };

  /** An activity whose worker dies reports that it failed, whatever it handled. */
  function mortal<Name extends keyof Activities>(real: Activities, name: Name): Pick<Activities, Name> {
    const act = real[name] as (at: string | { jobId: string }, ...rest: unknown[]) => Promise<unknown>;
    const replaced = async (at: string | { jobId: string }, ...rest: unknown[]): Promise<unknown> => {
      const jobId = typeof at === 'string' ? at : at.jobId;
      const [outcome] = await Promise.allSettled([act(at, ...rest)]);
      // Temporal reports the failure of a dead worker.
      if (dead.delete(jobId)) throw new Error('The worker was lost.');
      if (outcome.status === 'rejected') throw outcome.reason as Error;
      return outcome.value;
    };
    return { [name]: replaced } as unknown as Pick<Activities, Name>;
  }

  function intercept(): void {
    const { jobTransitions, events, deliveries } = testEnv.deps.store;
    const [apply, recordStates, openAll] = [jobTransitions.apply, events.recordStates, deliveries.openAll];
    jest.spyOn(jobTransitions, 'apply').mockImplementation(async (transition) => {
      mayWrite(transition.jobId);
      const job = await apply(transition);
      if (job.Sequence > transition.fromSequence) dieAfter(job.ID, job.Sequence, 'transition');
      return job;
    });
    jest.spyOn(events, 'recordStates').mockImplementation(async (states) => {
      for (const [{ jobId }] of states) mayWrite(jobId);
      await recordStates(states);
      for (const [{ jobId, sequence }] of states) dieAfter(jobId, sequence, 'events');
    });
    jest.spyOn(deliveries, 'openAll').mockImplementation(async (opened, nowMs) => {
      for (const { event } of opened) mayWrite(event.jobId ?? '');
      await openAll(opened, nowMs);
    });
    // What is stored matters here. The sweeper starts what is stored.
    jest.spyOn(testEnv.deps.deliveries, 'start').mockResolvedValue();
  }

  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv({
      replace: (real) => ({
        ...mortal(real, 'beginJob'),
        ...mortal(real, 'loadJob'),
        ...mortal(real, 'scheduleCall'),
        ...mortal(real, 'endJob'),
        ...mortal(real, 'placeCall'),
        ...mortal(real, 'analyzeCall'),
        ...mortal(real, 'reconcileCall'),
        ...mortal(real, 'concludeCall'),
        ...mortal(real, 'eraseJob'),
        ...mortal(real, 'concludeErasure'),
      }),
    });
    await addWebhook(testEnv.deps.store, 'http://127.0.0.1:9/');
    intercept();
  }, 30_000);
  afterAll(async () => {
    jest.restoreAllMocks();
    await testEnv.close();
  });

  async function run({ course, fault }: Case): Promise<Job> {
    const { ID } = aJob({ CreatedMS: 0 });
    planned.set(ID, fault);
    const job = await testEnv.post({ ID, ...course.fields });
    const key = { orgId, campaignId: job.CampaignID, jobId: ID };
    if (course.ends === 'canceled') {
      await testEnv.deps.store.jobs.requestCancel(key, await testEnv.nowMs());
      await testEnv.workflows.wakeJob(job);
    }
    if (course.ends !== 'erased') return testEnv.end(ID);
    await testEnv.deps.store.jobs.requestErasure(key, await testEnv.nowMs());
    await testEnv.workflows.startErasure(job);
    await testEnv.env.client.workflow.getHandle(piiDeletionWorkflowId(ID)).result();
    return testEnv.load(ID);
  }

  /** What is missing, as sentences. */
  async function findLost({ name, course, state, fault }: Case, { ID, State }: Job): Promise<string[]> {
    const label = `${fault.kind} of the worker after it stored the ${fault.point} of ${fault.sequence} (${state}) of a job that ${name}`;
    // Looked at once: what is missing when the job has ended never comes.
    const lost = await invariantViolations(testEnv.deps, ID, 0);
    if (planned.has(ID)) lost.push('the fault never came');
    if (State !== course.transitions.at(-1)) lost.push(`ends as ${State}`);
    const published = (await testEnv.deps.store.events.listByJob(ID)).flatMap(({ EventType, Properties }) =>
      EventType === 'job_state_updated' ? [String(Properties['State'])] : [],
    );
    const states = ['created', 'scheduled', ...course.transitions];
    if (published.join() !== states.join()) lost.push(`publishes ${published.join()}`);
    return lost.map((what) => `${label}: ${what}`);
  }

  it('is published with its deliveries before the next one', async () => {
    const lost: string[] = [];
    // One after the other: the time-skipping server does not skip time reliably for many at once.
    for (const tested of cases) lost.push(...(await findLost(tested, await run(tested))));
    expect(lost).toEqual([]);
  }, 60_000);
});
