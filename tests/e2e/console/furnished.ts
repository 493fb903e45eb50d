import { connectLiveEnv, type LiveEnv } from '../../support/live-env';
import { startReceiver } from '../../support/receiver';
import { createRequest } from '../../support/requests';
import { until } from '../../support/until';
import type { ConsoleStack } from './stack';

/** An organization in which every page of the console has something to show. */
export interface Furnished {
  env: LiveEnv;
  campaignId: string;
  /** Campaigns in the other states, by state. */
  others: Record<'draft' | 'paused' | 'stopped', string>;
  /** A job whose call has ended and was recorded. */
  endedId: string;
  /** A job that waits for weeks. */
  waitingId: string;
  /** A job in a call that lasts until {@link Furnished.end}. */
  liveId: string;
  webhookId: string;
  importId: string;
  end: () => Promise<void>;
}

/** Of the contacts: what nothing may show to a key without `personal:read`. */
export const secrets = {
  numbers: ['+14155550131', '+14155550132', '+14155550133', '+14155550134'],
  suppressed: '+14155550139',
  name: 'Zelda Quartz',
  said: 'that suits me well',
} as const;
const farAway = { Constraints: { MinCreationDelay: '1000h' } };

type Post = (path: string, body?: unknown) => Promise<Record<string, string>>;

const settings = {
  Name: 'Renewals',
  Defaults: { Constraints: { TimeZone: 'UTC', TimeRules: [{ TimeRanges: [{ Start: '00:00', End: '24:00' }] }] } },
  Variants: [
    { ID: 'a', Weight: 1 },
    { ID: 'b', Weight: 1 },
  ],
  BlackoutDates: [{ From: '2030-12-25', Name: 'Christmas' }],
  RetryRules: { contact_busy: { Then: 'retry', Delays: ['1h'] } },
};

/** Campaigns in every state, the paused one with an open circuit breaker. */
async function createOthers(post: Post, { store }: ConsoleStack): Promise<Furnished['others']> {
  const create = async (Name: string, State: string): Promise<string> =>
    (await post('/campaigns', { Name, State, DefaultCallerID: '+14155550100' }))['CampaignID']!;
  const [draft, paused, stopped] = await Promise.all([
    create('Not started', 'draft'),
    create('Held', 'running'),
    create('Over', 'running'),
  ]);
  await Promise.all([post(`/campaigns/${paused}/pause`), post(`/campaigns/${stopped}/stop`)]);
  const nowMs = Date.now();
  await store.campaigns.changeBreaker(
    paused,
    { revision: 0 },
    {
      ...{ Revision: 1, OpenedMS: nowMs, HalfOpenMS: nowMs + 3_600_000, CooldownMS: 3_600_000, Probes: 2 },
      ...{ Calls: 10, Failures: 9, LastFailure: 'provider_failed' },
    },
  );
  return { draft, paused, stopped };
}

async function importFile({ env, url }: ConsoleStack, campaignId: string): Promise<string> {
  const form = new FormData();
  const rows = `${secrets.numbers[3]},${secrets.name}`;
  form.append('file', new Blob([`ContactPhoneNumber,ContactName\n${rows}\n`], { type: 'text/csv' }), 'contacts.csv');
  const headers = { authorization: `Bearer ${env.key}` };
  const path = `${url}/campaigns/${campaignId}/jobs/bulk`;
  const answer = await fetch(path, { method: 'POST', headers, body: form });
  const { ImportID } = (await answer.json()) as { ImportID?: string };
  if (ImportID === undefined) throw new Error(`The import was refused: ${answer.status}`);
  return ImportID;
}

/** Fills an organization. Its one call that has ended was recorded, analyzed and delivered. */
export async function furnish(stack: ConsoleStack): Promise<Furnished> {
  const env = await connectLiveEnv({ ...stack.service, key: stack.env.key });
  const request = createRequest(stack.url, env.key);
  const post: Post = async (path, body = {}) => {
    const answer = await request<Record<string, string>>('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const receiver = await startReceiver();
  const { campaignId } = env;
  const jobOf = async (number: number, Simulator: Record<string, unknown>, Overrides = {}): Promise<string> => {
    const simulator = { RingSeconds: 0, Scenario: 'conversation_complete', ...Simulator };
    const job = { ContactPhoneNumber: secrets.numbers[number], ContactName: secrets.name };
    const body = { ...job, Overrides: { ...Overrides, Integrations: { simulator } } };
    return (await post(`/campaigns/${campaignId}/jobs`, body))['JobID']!;
  };
  await request('PATCH', `/campaigns/${campaignId}`, settings);
  const events = { DestinationURL: receiver.url, Description: 'Events', CampaignIDs: [campaignId] };
  const webhook = await post('/webhooks', events);
  const [endedId, liveId, waitingId, others] = await Promise.all([
    jobOf(0, { TalkSeconds: 1 }),
    jobOf(1, { TalkSeconds: 300 }),
    jobOf(2, {}, farAway),
    createOthers(post, stack),
  ]);
  const importId = await importFile(stack, others.paused);
  await post('/suppressions', { PhoneNumber: secrets.suppressed, Reason: 'complaint' });
  await post(`/campaigns/${campaignId}/bulk-actions`, { Action: 'cancel', Filter: { Test: true } });
  await env.call(endedId, ({ State, Recordings }) => State === 'ended' && Recordings !== undefined, 60_000);
  await env.call(liveId, ({ State }) => State === 'active', 60_000);
  await until(
    async () => (await env.request<{ State: string }>('GET', `/imports/${importId}`)).body.State,
    (state) => state === 'completed',
    60_000,
  );
  return {
    ...{ env, campaignId, others, endedId, waitingId, liveId, importId },
    webhookId: webhook['WebhookID']!,
    end: async () => {
      await request('POST', `/campaigns/${campaignId}/jobs/${liveId}/cancel`);
      await receiver.stop();
    },
  };
}

/** A page of the console. */
export interface ConsolePage {
  name: string;
  path: string;
  heading: string | RegExp;
  /** Pages of one view in several states: the actions of one name are the same on all of them. */
  view: string;
  /** Whether another page of its view looks like it. */
  isAlike?: true;
}

/** The titles of pages about a contact or a webhook, for a key that may see them or not. */
const [ofContact, ofWebhook] = [/Zelda Quartz|•/, /^http|Webhook/];

/** Every page, in each state that shows other actions. */
export function pagesOf(furnished: Furnished): ConsolePage[] {
  const { campaignId, others, endedId, waitingId, liveId, webhookId, importId } = furnished;
  const campaign = `/campaigns/${campaignId}`;
  const inCampaign = { heading: 'Renewals', view: 'campaign' };
  const job = { heading: ofContact, view: 'job' };
  const page = (name: string, path: string, heading: string | RegExp): ConsolePage => ({
    ...{ name, path, heading, view: name },
  });
  return [
    page('now', '/', 'Now'),
    page('campaigns', '/campaigns', 'Campaigns'),
    { name: 'overview', path: campaign, ...inCampaign },
    { name: 'draft', path: `/campaigns/${others.draft}`, heading: 'Not started', view: 'campaign', isAlike: true },
    { name: 'paused', path: `/campaigns/${others.paused}`, heading: 'Held', view: 'campaign', isAlike: true },
    { name: 'stopped', path: `/campaigns/${others.stopped}`, heading: 'Over', view: 'campaign', isAlike: true },
    { name: 'jobs', path: `${campaign}/jobs`, ...inCampaign },
    { name: 'rules', path: `${campaign}/rules`, ...inCampaign },
    { name: 'variants', path: `${campaign}/variants`, ...inCampaign },
    { name: 'versions', path: `${campaign}/versions`, ...inCampaign },
    { name: 'activity', path: `${campaign}/activity`, ...inCampaign },
    { name: 'ended job', path: `${campaign}/jobs/${endedId}`, ...job },
    { name: 'waiting job', path: `${campaign}/jobs/${waitingId}`, ...job, isAlike: true },
    { name: 'live job', path: `${campaign}/jobs/${liveId}`, ...job, isAlike: true },
    page('calls', '/calls', 'Live calls'),
    page('import', `/import?campaign=${campaignId}`, 'Import contacts'),
    page('import progress', `/imports/${importId}`, 'Import'),
    page('numbers', '/numbers', 'Numbers'),
    page('number', `/numbers/${encodeURIComponent(secrets.suppressed)}`, secrets.suppressed),
    page('webhooks', '/webhooks?state=delivered', 'Webhooks'),
    page('webhook', `/webhooks/${webhookId}`, ofWebhook),
    page('operations', '/operations', 'Operations'),
    page('try', `/try?campaign=${campaignId}`, 'Try it'),
    page('settings', '/settings', 'Settings'),
  ];
}
