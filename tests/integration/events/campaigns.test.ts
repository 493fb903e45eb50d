import { sweep } from '../../../activities/sweeper/sweeper';
import { startTestApi, type TestApi } from '../../support/api';
import { orgId } from '../../support/builders';
import { createStoredJobs } from '../../support/stored-jobs';
import { until } from '../../support/until';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const kindsOf = async ({ store }: Pick<TestApi, 'store'>, organization: string): Promise<string[]> =>
  (await store.events.listRecorded(organization, { recordedMs: 0 }, 100)).map(({ kind }) => kind);

describe('a change of the state of a campaign', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
  });
  afterAll(() => api.stop());

  it('is published once, to streams and to the webhooks that ask for it, with an id of its own', async () => {
    const Events = ['campaign_paused', 'campaign_resumed', 'campaign_stopped'];
    const { body } = await api.request<{ WebhookID: string }>('POST', '/webhooks', {
      DestinationURL: 'https://example.com/hooks',
      Events,
    });
    for (const action of ['pause', 'pause', 'resume', 'stop'])
      await api.request('POST', `/campaigns/${api.campaignId}/${action}`);
    const kinds = await until(
      () => kindsOf(api, api.orgId),
      ({ length }) => length === 3,
    );
    expect(kinds.sort()).toEqual(Events);
    const { deliveries } = await until(
      () => api.store.deliveries.list({ webhookId: body.WebhookID }, 10),
      (page) => page.deliveries.length === 3,
    );
    const [stopped] = deliveries;
    const key = `${api.campaignId}-${stopped?.Event.sequence}`;
    expect(stopped?.ID).toBe(`${body.WebhookID}-${key}`);
    const shown = await api.request('GET', `/webhooks/${body.WebhookID}/deliveries/${stopped?.ID}`);
    expect(shown.body).toMatchObject({ CampaignID: api.campaignId, MessageID: `evt_${key.replace('-', '_')}` });
    expect(shown.body).not.toHaveProperty('JobID');
    expect(await api.store.campaigns.findAnnounced(Date.now() + 60_000, 10)).toEqual([]);
  });
});

describe('a change whose process is lost before it publishes it', () => {
  let deps: TestDeps;
  let nowMs = Date.now();
  beforeAll(async () => {
    deps = await createTestDeps({
      clock: { nowMs: () => nowMs },
      workflows: createWorkflowClientDouble().workflows,
      histories: {
        isRunning: () => Promise.resolve(false),
        isPlacingCall: () => Promise.resolve(false),
        erase: () => Promise.resolve({ readable: 0, running: 0 }),
      },
    });
  });
  afterAll(() => deps.close());

  it('is published by the sweeper, and so is what the operator changes', async () => {
    const campaignId = await createStoredJobs(deps.store, () => nowMs).insertCampaign();
    const key = { orgId, campaignId };
    const announcement = { Kind: 'campaign_paused', AtMS: nowMs } as const;
    await deps.store.campaigns.changeState(key, 'running', { to: 'paused', announcement });
    await deps.store.campaigns.setState(key, 'active', undefined, nowMs + 1);
    await deps.store.campaigns.setState(key, 'paused', undefined, nowMs + 2);
    await deps.store.campaigns.setState(key, 'paused', undefined, nowMs + 3);
    await sweep(deps);
    expect(await kindsOf(deps, orgId)).toEqual([]);
    nowMs += 6_000;
    await sweep(deps);
    await sweep(deps);
    expect(await kindsOf(deps, orgId)).toEqual(['campaign_paused', 'campaign_resumed', 'campaign_paused']);
    expect(await deps.store.campaigns.findAnnounced(nowMs, 10)).toEqual([]);
  });
});
