import { DateTime } from 'luxon';
import { createTemporal } from '../../../shared/adapters/temporal/client';
import { jobWorkflowId } from '../../../shared/messages/workflow-ids';
import type { TestApi } from '../../support/api';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { until } from '../../support/until';
import type { ScheduleBody } from './schedule-body';
import { temporalSettings } from '../../support/temporal-namespace';

interface JobBody {
  Data: { State: string; NextCallMS?: number; FailureReason?: string; FailureMessage?: string };
}

let running: ApiWithWorkers;
let api: TestApi;
beforeAll(async () => {
  running = await startApiWithWorkers();
  ({ api } = running);
}, 60_000);
afterAll(() => running.stop(), 30_000);

/** A one-hour window that opens four hours from now, in Tokyo’s time zone. */
function laterToday(): object {
  const at = (hours: number) => DateTime.now().setZone('Asia/Tokyo').plus({ hours }).toFormat('HH:00');
  return { TimeZone: 'Asia/Tokyo', TimeRules: [{ TimeRanges: [{ Start: at(4), End: at(5) }] }] };
}

const stateOfCaller = async (caller: Pick<TestApi, 'request'>, path: string) =>
  (await caller.request<JobBody>('GET', path)).body.Data;
const stateOf = (path: string) => stateOfCaller(api, path);
const schedule = async (path: string) => (await api.request<ScheduleBody>('GET', `${path}/schedule`)).body;

async function post(Constraints: object, caller: Pick<TestApi, 'request' | 'jobs'> = api): Promise<string> {
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 0.1, TalkSeconds: 0.1 };
  const { body } = await caller.request<{ JobID: string }>('POST', caller.jobs, {
    ContactPhoneNumber: '+14155550123',
    Overrides: { Constraints, Integrations: { simulator } },
  });
  return `${caller.jobs}/${body.JobID}`;
}
const waiting = async (path: string) =>
  until(
    () => stateOf(path),
    ({ State }) => State === 'scheduled',
  );

describe('the explanation and the workflow', () => {
  it('name the same instant, before and after a change of the constraints', async () => {
    const path = await post({ ...laterToday(), MinCreationDelay: '1m' });
    const planned = await waiting(path);
    const explained = await schedule(path);
    expect(explained).toMatchObject({ HeldBy: 'TimeRules', NextCallMS: planned.NextCallMS });
    const Constraints = { MinCreationDelay: '10h' };
    expect((await api.request('POST', `${path}/update`, { Constraints })).status).toBe(202);
    // The response comes after the job is planned again, so no client has to poll.
    const changed = await stateOf(path);
    expect(changed.NextCallMS).not.toBe(planned.NextCallMS);
    expect(await schedule(path)).toMatchObject({ HeldBy: 'MinCreationDelay', NextCallMS: changed.NextCallMS });
  });

  it('call at once after the constraints are removed', async () => {
    const path = await post(laterToday());
    await waiting(path);
    await api.request('POST', `${path}/update`, { Constraints: { DisableJitter: true } });
    await until(
      () => stateOf(path),
      ({ State }) => State === 'completed',
    );
    expect(await schedule(path)).toMatchObject({
      State: 'completed',
      Gates: [],
      Attempts: [{ CallID: expect.stringMatching(/^call_/) as string }],
    });
  });

  it('apply an operator’s instant as given, and name the operator', async () => {
    const path = await post(laterToday());
    await waiting(path);
    const CallAtUnixSeconds = Math.floor(Date.now() / 1000) + 7_200;
    expect((await api.request('POST', `${path}/reschedule`, { CallAtUnixSeconds })).status).toBe(202);
    const explained = await schedule(path);
    expect(explained).toMatchObject({ HeldBy: 'Reschedule', NextCallMS: CallAtUnixSeconds * 1000 });
    expect(explained.Gates.find(({ Name }) => Name === 'Reschedule')).toMatchObject({ Origin: 'operator' });
    expect(explained.Message).toContain('Overridden: TimeRules');
    expect((await stateOf(path)).NextCallMS).toBe(CallAtUnixSeconds * 1000);
    await api.request('POST', `${path}/reschedule`, { CallAtUnixSeconds: -1 });
    await until(
      () => stateOf(path),
      ({ State }) => State === 'completed',
    );
  });

  it('apply it even if the workflow was lost', async () => {
    const path = await post(laterToday());
    await waiting(path);
    const operator = createTemporal(temporalSettings(running.temporal));
    const workflow = operator.client.workflow.getHandle(jobWorkflowId(path.split('/').at(-1)!));
    // The job can be read a moment before its workflow is started.
    const terminate = () =>
      workflow.terminate('lost in a test').then(
        () => true,
        () => false,
      );
    await until(terminate, (terminated) => terminated);
    await operator.close();
    expect((await api.request('POST', `${path}/reschedule`, { CallAtUnixSeconds: -1 })).status).toBe(202);
    await until(
      () => stateOf(path),
      ({ State }) => State === 'completed',
    );
  });

  it('fail a job that can never be called at once, with a message', async () => {
    const closed = await api.anotherCaller({
      BlackoutDates: [{ From: '2020-01-01', To: '2040-01-01', Name: 'Closed' }],
    });
    const path = await post({}, closed);
    const get = () => stateOfCaller(closed, path);
    const job = await until(get, ({ State }) => State === 'failed');
    expect(job).toMatchObject({ FailureReason: 'invalid_configuration' });
    expect(job.FailureMessage).toMatch(/^No further call can be planned: .*\.$/);
    const { body } = await closed.request<ScheduleBody>('GET', `${path}/schedule`);
    expect(body).toMatchObject({
      State: 'failed',
      NextCallMS: null,
      Message: `The job is failed. ${job.FailureMessage ?? ''}`,
    });
  });

  it('name the limit that another job has used up', async () => {
    const caller = await api.anotherCaller({ MaxAttemptsPerNumber: { Count: 1, Duration: '24h' } });
    const first = await post({}, caller);
    const get = (path: string) => () => stateOfCaller(caller, path);
    await until(get(first), ({ State }) => State === 'completed');
    const second = await post({}, caller);
    const job = await until(get(second), ({ State }) => State === 'scheduled');
    const { body } = await caller.request<ScheduleBody>('GET', `${second}/schedule`);
    const [attempt] = (await caller.request<ScheduleBody>('GET', `${first}/schedule`)).body.Attempts;
    expect(body).toMatchObject({ HeldBy: 'MaxAttemptsPerNumber', NextCallMS: job.NextCallMS });
    expect(body.NextCallMS).toBe(Date.parse(attempt?.StartedAt ?? '') + 24 * 3_600_000);
  });

  it('answer every reschedule of a call that the policy refuses, at whichever moment it comes', async () => {
    const caller = await api.anotherCaller();
    await api.store.organizations.setPolicy(caller.orgId, { MaxAttemptsPerNumberPerDay: 1 });
    const paths = await Promise.all(Array.from({ length: 12 }, () => post({}, caller)));
    const dayMs = 24 * 3_600_000;
    /** Reschedules a job again and again until it is called, or planned for the time at which the policy allows it. */
    const insist = async (path: string): Promise<Set<number>> => {
      const statuses = new Set<number>();
      await until(
        async () => {
          statuses.add((await caller.request('POST', `${path}/reschedule`, { CallAtUnixSeconds: -1 })).status);
          return stateOfCaller(caller, path);
        },
        ({ State, NextCallMS = 0 }) => State === 'completed' || NextCallMS > Date.now() + dayMs - 3_600_000,
        30_000,
      );
      return statuses;
    };
    const statuses = new Set((await Promise.all(paths.map(insist))).flatMap((seen) => [...seen]));
    // 400: the job was in its call, or it had ended. 503 would be a request that got no answer.
    for (const status of statuses) expect([202, 400]).toContain(status);
    const states = await Promise.all(paths.map(async (path) => (await stateOfCaller(caller, path)).State));
    expect(states.filter((state) => state === 'completed')).toHaveLength(1);
    expect(states.filter((state) => state === 'scheduled')).toHaveLength(11);
  }, 60_000);
});
