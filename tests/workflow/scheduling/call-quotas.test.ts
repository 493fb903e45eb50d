import type { Job } from '../../../shared/domain/job/job';
import { planJob } from '../../../shared/domain/planning/plan-job';
import { orgId } from '../../support/builders';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const dayMs = 86_400_000;

describe('the calls of an organization', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.insertOrganization();
  }, 30_000);
  afterAll(() => testEnv.close());
  const loadAll = (ids: readonly string[]) => Promise.all(ids.map((id) => testEnv.load(id)));

  it('are never more than the limit in a day, also if a person chose the instant; the others wait for the next day', async () => {
    await testEnv.deps.store.organizations.setPolicy(orgId, { MaxCallsPerDay: 3 });
    // Whatever the clock says, the calls are made on one day.
    const startMs = await testEnv.nowMs();
    await testEnv.env.sleep(dayMs - (startMs % dayMs) + 3_600_000);
    const jobs: Job[] = [];
    for (let n = 0; n < 5; n++) jobs.push(await testEnv.post());
    const ids = jobs.map(({ ID }) => ID);
    const waiting = (
      await until(
        () => loadAll(ids),
        (all) => all.every(({ State, Queued }) => State === 'completed' || Queued !== undefined),
      )
    ).filter(({ State }) => State === 'scheduled');
    expect(waiting).toHaveLength(2);
    const nowMs = await testEnv.nowMs();
    const midnightMs = nowMs - (nowMs % dayMs) + dayMs;
    const held = await testEnv.reach(waiting[0]!.ID, ({ NextCallMS = 0 }) => NextCallMS >= midnightMs);
    const plan = planJob(await testEnv.deps.store.jobContexts.load(held, nowMs), nowMs);
    expect(plan).toMatchObject({ kind: 'call', decidedBy: 'MaxCallsPerDay' });
    expect(plan.gates.find(({ Name }) => Name === 'MaxCallsPerDay')).toMatchObject({
      Origin: 'policy',
      Satisfied: false,
    });
    await testEnv.workflows.rescheduleJob(held.ID, nowMs);
    await testEnv.reach(held.ID, ({ Queued, NextCallMS = 0 }) => Queued !== undefined && NextCallMS >= midnightMs);
    for (const { ID } of waiting) expect((await testEnv.end(ID)).State).toBe('completed');
    for (const { ID } of waiting)
      for (const call of await testEnv.deps.store.calls.listByJob(ID))
        expect(call.DialedMS).toBeGreaterThanOrEqual(midnightMs);
    await testEnv.deps.store.organizations.setPolicy(orgId, { MaxCallsPerDay: undefined });
  }, 60_000);
});
