import { eventOfCall } from '../../../shared/domain/webhook/event';
import { startTestApi, type TestApi } from '../../support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 60_000);
afterAll(() => api.stop());

const call = (n: number) => ({
  ID: `call_${n}_1`,
  JobID: `job_${n}`,
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  Attempt: 1,
});
const stateEvent = (n: number, sequence: number) => ({
  orgId: 'org_1',
  campaignId: 'campaign_1',
  jobId: `job_${n}`,
  sequence,
  state: 'scheduled' as const,
  eventTimeMs: 1_000 + sequence,
  testJob: false,
});

describe('a recorded event', () => {
  it('has the time of the database, keeps it when it is recorded again, and is read once in that order', async () => {
    const { events } = api.store;
    const beforeMs = Date.now();
    await events.record(eventOfCall(call(1), 'call_started', 5));
    await events.recordStates([
      [stateEvent(1, 1), {}],
      [stateEvent(1, 2), {}],
    ]);
    const [first, ...others] = await events.listRecorded('org_1', { recordedMs: 0 }, 10);
    await events.record(eventOfCall(call(1), 'call_started', 6));
    await events.recordStates([
      [stateEvent(1, 2), {}],
      [stateEvent(1, 3), {}],
    ]);
    const again = await events.listRecorded('org_1', { recordedMs: 0 }, 10);
    expect(first).toMatchObject({
      messageId: 'evt_call_1_1_1',
      kind: 'call_started',
      eventTimeMs: 5,
      data: { CallID: 'call_1_1', Attempt: 1 },
    });
    expect(first?.recordedMs).toBeGreaterThanOrEqual(beforeMs);
    expect(again.map(({ messageId }) => messageId)).toEqual([
      'evt_call_1_1_1',
      'evt_job_1_1',
      'evt_job_1_2',
      'evt_job_1_3',
    ]);
    expect(again.slice(0, 3)).toEqual([first, ...others]);
    expect((await events.listLatest('org_1', 2)).map(({ messageId }) => messageId)).toEqual([
      'evt_job_1_3',
      'evt_job_1_2',
    ]);
  });
});
