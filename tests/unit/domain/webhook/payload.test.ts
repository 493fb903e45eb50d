import { createSignatureHeaders } from '../../../../shared/adapters/webhook/signature';
import {
  eventOfCall,
  eventOfCampaign,
  eventOfImport,
  toWebhookPayload,
  webhookEvents,
  webhookMessageIdOf,
} from '../../../../shared/domain/webhook/event';
import { isSubscribed, type Webhook } from '../../../../shared/domain/webhook/webhook';

const call = { ID: 'call_1_2', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1', Attempt: 2 };
const transition = {
  orgId: 'org_1',
  campaignId: 'campaign_1',
  jobId: 'job_1',
  sequence: 5,
  state: 'completed' as const,
  eventTimeMs: 1_763_712_000_000,
  testJob: false,
};

describe('a webhook request about a state', () => {
  it('has the bytes and the headers of the contract', () => {
    const body = JSON.stringify(toWebhookPayload('webhook_1', transition));
    expect(body).toBe(
      '{"WebhookID":"webhook_1","EventTimeMS":1763712000000,"OrgID":"org_1","CampaignID":"campaign_1","JobID":"job_1","Event":"job_state_updated","Data":{"State":"completed"},"TestJob":false}',
    );
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(
      createSignatureHeaders({ id: webhookMessageIdOf(transition), body, atMs: 1_763_712_000_999 }, [secret]),
    ).toEqual({
      'webhook-id': 'evt_job_1_5',
      'webhook-timestamp': '1763712000',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/) as string,
    });
  });
});

describe('a webhook request about another kind of event', () => {
  it('has the same fields, with the data of its kind, and no job if there is none', () => {
    const ended = eventOfCall({ ...call, TestJob: true }, 'call_ended', 7, { EndedReason: 'contact_hung_up' });
    expect(toWebhookPayload('webhook_1', ended)).toEqual({
      WebhookID: 'webhook_1',
      EventTimeMS: 7,
      OrgID: 'org_1',
      CampaignID: 'campaign_1',
      JobID: 'job_1',
      Event: 'call_ended',
      Data: { CallID: 'call_1_2', Attempt: 2, EndedReason: 'contact_hung_up' },
      TestJob: true,
    });
    const paused = eventOfCampaign({ ID: 'campaign_1', OrgID: 'org_1' }, { Kind: 'campaign_paused', AtMS: 9 });
    expect(toWebhookPayload('webhook_1', paused)).toEqual({
      WebhookID: 'webhook_1',
      EventTimeMS: 9,
      OrgID: 'org_1',
      CampaignID: 'campaign_1',
      Event: 'campaign_paused',
      Data: { State: 'paused' },
      TestJob: false,
    });
  });

  it('has an id that no other event has', () => {
    const started = eventOfCall(call, 'call_started', 1);
    const rows = { State: 'completed', Rows: 1, RowsInvalid: 0 };
    const finished = eventOfImport({ ...rows, ID: 'import_1', OrgID: 'org_1', CampaignID: 'campaign_1' }, 1);
    const ids = [transition, started, eventOfCall(call, 'call_ended', 1), finished].map(webhookMessageIdOf);
    expect(ids).toEqual(['evt_job_1_5', 'evt_call_1_2_1', 'evt_call_1_2_3', 'evt_import_1_1']);
  });
});

describe('a webhook', () => {
  const webhook: Webhook = { ID: 'webhook_1', OrgID: 'org_1', DestinationURL: '', CreatedMS: 0, Enabled: true };
  const events = webhookEvents.map((kind) =>
    kind === 'job_state_updated' ? transition : { ...eventOfCall(call, 'call_started', 1), kind },
  );

  it('gets the events of the contract alone, unless it asks for others', () => {
    expect(events.filter((event) => isSubscribed(webhook, event))).toEqual([transition]);
    const asking: Webhook = { ...webhook, Events: ['call_ended', 'campaign_paused'] };
    expect(events.filter((event) => isSubscribed(asking, event))).toMatchObject([
      { kind: 'call_ended' },
      { kind: 'campaign_paused' },
    ]);
  });
});
