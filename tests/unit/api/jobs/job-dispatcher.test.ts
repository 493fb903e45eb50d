import { pino } from 'pino';
import { createJobDispatcher } from '../../../../apps/api/jobs/job-dispatcher';
import { EngineUnavailableError, type JobRef } from '../../../../shared/adapters/temporal/workflow-client';
import type { Store } from '../../../../shared/application/store';
import { aCampaign, aJob } from '../../../support/builders';

const job = (n: number) => aJob({ ID: `job_${n}`, CreatedMS: 0, State: 'scheduled', Sequence: 2, NextCallMS: 60_000 });

const settings = {
  campaign: { version: 1, config: aCampaign({}), control: { State: 'running' as const } },
  organization: undefined,
};

/** A workflow client whose responses the test controls. */
function heldEngine() {
  const sent: { what: string; id: string; answer: (error?: Error) => void }[] = [];
  const lines: { level: number; msg: string; failures?: number }[] = [];
  const hold = (what: string) => (of: JobRef) =>
    new Promise<void>((resolve, reject) => {
      sent.push({ what, id: of.ID, answer: (error) => (error ? reject(error) : resolve()) });
    });
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const dispatcher = createJobDispatcher({
    store: {
      campaigns: { findConfig: () => Promise.resolve(settings.campaign) },
      organizations: { find: () => Promise.resolve(undefined) },
      webhooks: { list: () => Promise.resolve([]) },
      events: { recordStates: () => Promise.resolve() },
      deliveries: { openAll: () => Promise.resolve() },
      jobTransitions: { recordStarted: () => Promise.resolve() },
    } as unknown as Store,
    workflows: { startJob: hold('start'), wakeJob: hold('wake'), startErasure: hold('erase') },
    deliveries: { start: () => Promise.resolve() },
    nowMs: () => 0,
    logger,
  });
  return { dispatcher, sent, lines };
}
/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('job dispatcher', () => {
  it('keeps at most 50 calls in flight, and sends the rest as they finish', async () => {
    const { dispatcher, sent } = heldEngine();
    for (let n = 0; n < 120; n++) dispatcher.start(job(n), settings);
    await settle();
    expect(sent).toHaveLength(50);
    sent[7]?.answer();
    await settle();
    expect(sent.map(({ id }) => id).at(-1)).toBe('job_50');
    for (let n = 0; n < 120; n++) {
      sent[n]?.answer();
      await settle();
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(120);
  });

  it('drops what exceeds a queue of 10,000, for the sweeper', async () => {
    const { dispatcher, sent } = heldEngine();
    for (let n = 0; n < 12_000; n++) dispatcher.start(job(n), settings);
    await settle();
    for (let n = 0; n < sent.length; n++) {
      sent[n]?.answer();
      await settle();
    }
    expect(sent).toHaveLength(10_050);
  });

  it('sends client requests before new jobs', async () => {
    const { dispatcher, sent } = heldEngine();
    for (let n = 0; n < 60; n++) dispatcher.start(job(n), settings);
    await settle();
    dispatcher.wake(job(1000));
    dispatcher.erase(job(1001));
    sent[0]?.answer();
    sent[1]?.answer();
    await settle();
    expect(sent.slice(50).map(({ what, id }) => `${what} ${id}`)).toEqual(['wake job_1000', 'erase job_1001']);
  });

  it('logs one line for a burst of failures and one at its end', async () => {
    const { dispatcher, sent, lines } = heldEngine();
    for (let n = 0; n < 40; n++) dispatcher.start(job(n), settings);
    await settle();
    sent.slice(0, 30).forEach(({ answer }) => answer(new EngineUnavailableError('away')));
    await settle();
    expect(lines.map(({ level }) => level)).toEqual([40]);
    sent.slice(30).forEach(({ answer }) => answer());
    await settle();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ level: 30, failures: 30 });
  });

  it('closes once the calls in flight have finished, and sends nothing more', async () => {
    const { dispatcher, sent } = heldEngine();
    for (let n = 0; n < 60; n++) dispatcher.start(job(n), settings);
    await settle();
    let closed = false;
    const closing = dispatcher.close().then(() => (closed = true));
    await settle();
    expect(closed).toBe(false);
    sent.forEach(({ answer }) => answer());
    await closing;
    await settle();
    expect(sent).toHaveLength(50);
  });
});
