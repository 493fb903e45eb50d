import type { BrowserContext, Page } from 'playwright-core';
import { goTo, untilLoaded, type ConsoleTab } from '../../support/console';
import { scaledMs } from '../../support/deadline';
import { startLosingProxy, type LosingProxy } from '../../support/losing-proxy';
import { createProcesses, serviceEnv, type ApiProcess } from '../../support/processes';
import { startReceiver, type Receiver } from '../../support/receiver';
import { until } from '../../support/until';
import type { ConsoleStack } from './stack';

/** An API of these tests alone, which they may kill, beside those that all files share; and a proxy that loses its answers. */
interface OwnApi {
  api: ApiProcess;
  proxy: LosingProxy;
  receiver: Receiver;
  end: () => Promise<void>;
}

async function startOwnApi({ service }: ConsoleStack): Promise<OwnApi> {
  const processes = createProcesses();
  const { MONGODB_URI: mongo, MONGODB_DATABASE: database } = service.database;
  const [api, receiver] = await Promise.all([
    processes.api({
      ...serviceEnv({ mongo, database, temporal: service.temporal }),
      OUTDIAL_DATA_DIR: processes.folder,
      PUBLIC_URL: 'https://calls.example.com',
    }),
    startReceiver(),
  ]);
  const proxy = await startLosingProxy(api.url);
  const end = async (): Promise<void> => {
    await Promise.all([proxy.stop(), receiver.stop(), processes.end()]);
  };
  return { api, proxy, receiver, end };
}

/** A tab in which an action only has to be confirmed. */
interface Prepared {
  page: Page;
  /** What confirms it. */
  name: string;
}

/** Opens a further tab of a browser that is signed in, and the dialog of an action. */
async function prepare(
  { context, url }: { context: BrowserContext; url: string },
  { path, button, fill }: { path: string; button: string | RegExp; fill?: (page: Page) => Promise<void> },
): Promise<Prepared> {
  const page = await context.newPage();
  page.setDefaultTimeout(scaledMs(60_000));
  await page.goto(`${url}/console${path}`);
  await untilLoaded(page);
  if (path.startsWith('/try')) await fill?.(page);
  await page.getByRole('button', { name: button, exact: true }).first().click();
  if (!path.startsWith('/try')) await fill?.(page);
  await untilLoaded(page);
  return { page, name: String(button).replace('…', '') };
}
const confirm = ({ page, name }: Prepared): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

const isPost = (method: string): boolean => method === 'POST';
/** Waits until the dialog reports that the service is unreachable and the outcome unknown. */
async function saysUnknown({ page }: Prepared): Promise<void> {
  await page.getByRole('dialog').getByRole('alert').getByText('The service is unreachable').waitFor();
  await page.getByText('It is unknown whether the service has done it.').waitFor();
}

/** Confirms again, until the dialog is gone or shows a result. */
async function confirmAgain(prepared: Prepared): Promise<void> {
  await confirm(prepared);
  await prepared.page.getByRole('dialog').waitFor({ state: 'detached' });
}

const text = (label: string, value: string) => (page: Page) => page.getByLabel(label).fill(value);

/** How many there are of what an action makes, as the API says. */
const countsOf = ({ env }: ConsoleStack, copied = '') => {
  const list = async <One>(path: string, name: string): Promise<One[]> =>
    (await env.request<Record<string, One[]>>('GET', path)).body[name] ?? [];
  const { campaignId } = env;
  return {
    jobs: async () => (await list(`/campaigns/${campaignId}/jobs/search?search=%2B14155550145`, 'Jobs')).length,
    copies: async () =>
      (await list<{ Data: { Name: string } }>('/campaigns', 'Campaigns')).filter(({ Data }) => Data.Name === copied)
        .length,
    keys: async () =>
      (await list<{ Data: { Name: string } }>('/api-keys', 'ApiKeys')).filter(({ Data }) => Data.Name === 'Lost')
        .length,
    bulkActions: async () => (await list(`/campaigns/${campaignId}/bulk-actions`, 'BulkActions')).length,
    versions: async () => (await list(`/campaigns/${campaignId}/versions`, 'Versions')).length,
  };
};

/** Creates a webhook of a campaign in which nothing happens: all that is delivered is the test event, which has arrived. */
async function createTestedWebhook({ env }: ConsoleStack, receiver: Receiver): Promise<string> {
  const { body: quiet } = await env.request<{ CampaignID: string }>('POST', '/campaigns', {
    ...{ Name: 'Quiet', DefaultCallerID: '+14155550100' },
  });
  const { body: webhook } = await env.request<{ WebhookID: string }>('POST', '/webhooks', {
    ...{ DestinationURL: receiver.url, CampaignIDs: [quiet.CampaignID] },
  });
  const path = `/webhooks/${webhook.WebhookID}`;
  await env.request('POST', `${path}/test`, {});
  await until(
    async () =>
      (await env.request<{ Deliveries: { State: string }[] }>('GET', `${path}/deliveries`)).body.Deliveries[0]?.State,
    (state) => state === 'delivered',
    60_000,
  );
  return webhook.WebhookID;
}

/** The tests of the console whose API is killed or whose answers are lost. */
export function killedApiTests(stack: () => ConsoleStack): void {
  let own: OwnApi;
  let tab: ConsoleTab;
  beforeAll(async () => {
    own = await startOwnApi(stack());
    tab = await stack().signIn({ url: own.proxy.url });
  });
  afterAll(async () => {
    await tab.context.close();
    await own.end();
  });

  it('creates one job, though the answers to its creation are lost', async () => {
    const { env } = stack();
    const { page, open } = tab;
    await open(`/try?campaign=${env.campaignId}`, 'Try it');
    await page.getByLabel("Contact's number").fill('+14155550144');
    await page.getByRole('button', { name: 'Ring' }).click();
    own.proxy.lose(2, isPost);
    await page.getByRole('dialog').getByRole('button', { name: 'Ring' }).click();
    await page.getByText('The connection was lost. Sending the same request again…').waitFor();
    await page.getByRole('heading', { level: 1, name: '+14155550144' }).waitFor();
    const search = `/campaigns/${env.campaignId}/jobs/search?search=%2B14155550144`;
    expect((await env.request<{ Jobs: unknown[] }>('GET', search)).body.Jobs).toHaveLength(1);
  });

  it('does each action once whose answers are lost until its API is killed, and says that it does not know', async () => {
    const { env } = stack();
    const { api, proxy } = own;
    const at = { context: tab.context, url: proxy.url };
    const campaign = `/campaigns/${env.campaignId}`;
    const { body: shown } = await env.request<{ Data: { Name: string } }>('GET', campaign);
    const counts = countsOf(stack(), `${shown.Data.Name} (copy)`);
    const done = await Promise.all([
      prepare(at, {
        path: `/try?campaign=${env.campaignId}`,
        button: 'Ring',
        fill: text("Contact's number", '+14155550145'),
      }),
      prepare(at, { path: campaign, button: 'Duplicate…' }),
      prepare(at, { path: '/settings', button: 'New key…', fill: text('Name', 'Lost') }),
    ]);
    proxy.lose(1_000, isPost);
    for (const each of done) await confirm(each);
    await until(
      async () => [await counts.jobs(), await counts.copies(), await counts.keys()],
      (made) => made.every((count) => count === 1),
      60_000,
    );
    await api.kill();
    await Promise.all(done.map(saysUnknown));
    proxy.lose(0, isPost);
    await api.start();

    const [ring, duplicate, newKey] = done;
    await Promise.all([ring, duplicate].map(confirmAgain));
    // Its key exists, and can never be shown: the page says so.
    await confirm(newKey);
    await newKey.page.getByRole('alert').getByText('idempotency_secret_not_stored').waitFor();
    expect([await counts.jobs(), await counts.copies(), await counts.keys()]).toEqual([1, 1, 1]);
    await Promise.all(done.map(({ page }) => page.close()));
  });

  it('does each action once whose API is killed before it, and shows what it had', async () => {
    const { env } = stack();
    const { api, proxy, receiver } = own;
    const at = { context: tab.context, url: proxy.url };
    const campaign = `/campaigns/${env.campaignId}`;
    const webhookId = await createTestedWebhook(stack(), receiver);
    const counts = countsOf(stack());
    const before = { bulkActions: await counts.bulkActions(), versions: await counts.versions() };

    await goTo(tab.page, `${campaign}/jobs`);
    const stale = tab.page.getByText('Shown is what was last received.');
    const undone = await Promise.all([
      prepare(at, { path: `${campaign}/jobs?test=true`, button: 'Cancel…' }),
      prepare(at, { path: `/webhooks/${webhookId}`, button: 'Redeliver' }),
      prepare(at, {
        path: `${campaign}/versions`,
        button: 'Change settings…',
        fill: text('Settings to replace, as JSON', '{"Priority": 2}'),
      }),
    ]);
    process.kill(api.pid(), 'SIGSTOP');
    for (const each of undone) {
      const sent = each.page.waitForRequest((request) => ['POST', 'PATCH'].includes(request.method()));
      await confirm(each);
      await sent;
    }
    await api.kill();
    await Promise.all(undone.map(saysUnknown));
    await stale.first().waitFor();
    await tab.page.getByRole('table', { name: 'Jobs' }).waitFor();
    await api.start();

    await Promise.all(undone.map(confirmAgain));
    await until(
      () => stale.count(),
      (notices) => notices === 0,
      60_000,
    );
    await until(
      () => receiver.received.length,
      (received) => received >= 2,
      60_000,
    );
    expect(receiver.received).toHaveLength(2);
    expect(await counts.bulkActions()).toBe(before.bulkActions + 1);
    expect(await counts.versions()).toBe(before.versions + 1);
  });
}
