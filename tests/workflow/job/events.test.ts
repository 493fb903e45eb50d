import { byRecording } from '../../../apps/api/events/tail';
import type { RecordedEvent } from '../../../shared/adapters/mongo/recorded-events';
import type { OtherEventType, WebhookEventType } from '../../../shared/domain/webhook/event';
import type { Webhook } from '../../../shared/domain/webhook/webhook';
import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId, simulated } from '../../support/builders';
import { storeImport } from '../../support/imports';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const ofRefusedCall: WebhookEventType[] = [
  'job_state_updated',
  'job_state_updated',
  'job_state_updated',
  'call_started',
  'call_answered',
  'call_ended',
  'job_state_updated',
  'analysis_ready',
  'contact_opted_out',
  'job_state_updated',
];

describe('the events of a job', () => {
  let testEnv: TimeSkippingEnv;
  let numbers = 0;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());
  // What is stored matters here.
  beforeEach(() => void jest.spyOn(testEnv.deps.deliveries, 'start').mockResolvedValue());
  afterEach(() => jest.restoreAllMocks());

  const postRefusing = () =>
    testEnv.post({
      PhoneNumber: `+141555502${String(++numbers).padStart(2, '0')}`,
      Overrides: simulated({ Scenario: 'user_refusal' }),
    });
  const eventsOf = async (jobId: string): Promise<RecordedEvent[]> => {
    const all = await testEnv.deps.store.events.listRecorded(orgId, { recordedMs: 0 }, 10_000);
    return all.filter((event) => event.jobId === jobId).sort(byRecording);
  };
  const register = async (ID: string, fields: Partial<Webhook>): Promise<void> => {
    const webhook = {
      ID,
      OrgID: orgId,
      DestinationURL: 'https://example.com/',
      CreatedMS: 0,
      Enabled: true,
      ...fields,
    };
    await testEnv.deps.store.webhooks.insert(webhook, { secrets: [], headers: {} });
  };
  const deliveredTo = async (webhookId: string): Promise<string[]> =>
    (await testEnv.deps.store.deliveries.list({ webhookId }, 100)).deliveries.map(({ ID }) => ID).sort();

  it('report its call, its analysis and the refusal in order, and reach the webhooks that ask for them', async () => {
    await register('webhook_default', {});
    await register('webhook_asking', { Events: ['call_ended', 'contact_opted_out'] });
    const job = await postRefusing();
    await testEnv.end(job.ID);
    const events = await eventsOf(job.ID);
    expect(events.map(({ kind }) => kind)).toEqual(ofRefusedCall);
    const times = events.map(({ eventTimeMs }) => eventTimeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const callId = `call_${job.ID.replace('job_', '')}_1`;
    expect(events.at(5)).toMatchObject({ messageId: `evt_${callId}_3`, data: { CallID: callId, Attempt: 1 } });
    expect(await deliveredTo('webhook_default')).toEqual([1, 2, 3, 4, 5].map((n) => `webhook_default-${job.ID}-${n}`));
    expect(await deliveredTo('webhook_asking')).toEqual([`webhook_asking-${callId}-3`, `webhook_asking-${callId}-5`]);
  }, 30_000);

  const kinds: OtherEventType[] = [
    'call_started',
    'call_answered',
    'call_ended',
    'analysis_ready',
    'contact_opted_out',
  ];
  it.each(kinds)(
    'include %s, although the process is lost before it stores that',
    async (kind) => {
      const { events } = testEnv.deps.store;
      const record = events.record;
      let losses = 0;
      jest.spyOn(events, 'record').mockImplementation(async (event) => {
        if (event.kind === kind && losses++ === 0) throw new Error('The worker was lost.');
        await record(event);
      });
      const { ID } = await postRefusing();
      await testEnv.end(ID);
      const published = (await eventsOf(ID)).map((event) => event.kind);
      expect(losses).toBeGreaterThan(1);
      // A call that was lost before it was dialed is followed by another one.
      expect(published).toEqual(
        expect.arrayContaining([...new Set(ofRefusedCall)].filter((one) => published.includes(one))),
      );
      expect(published).toContain(kind);
      expect(published).toContain('call_ended');
    },
    90_000,
  );

  it('include the end of its import, although the process is lost before it stores that', async () => {
    const { events } = testEnv.deps.store;
    const record = events.record;
    let losses = 0;
    jest.spyOn(events, 'record').mockImplementation(async (event) => {
      if (event.kind === 'import_finished' && losses++ === 0) throw new Error('The worker was lost.');
      await record(event);
    });
    const bulkImport = await storeImport(testEnv.deps, await testEnv.campaign(), {
      rows: 3,
      nowMs: await testEnv.nowMs(),
    });
    await testEnv.workflows.startImport(bulkImport);
    await testEnv.env.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
    const all = await testEnv.deps.store.events.listRecorded(orgId, { recordedMs: 0 }, 10_000);
    expect(losses).toBe(2);
    expect(all.filter(({ kind }) => kind === 'import_finished')).toMatchObject([
      {
        messageId: `evt_${bulkImport.ID}_1`,
        campaignId: bulkImport.CampaignID,
        jobId: undefined,
        data: {
          ImportID: bulkImport.ID,
          State: 'completed',
          Rows: 3,
          RowsInvalid: 0,
          RowsSuppressed: 0,
          RowsSkipped: 0,
        },
      },
    ]);
  }, 30_000);
});
