import { createOutdialClient, type StreamedEvent } from '@outdial/client';
import { verifyWebhook } from '@outdial/client/webhook';
import { eventOfCall, type JobStateEvent } from '../../../shared/domain/webhook/event';
import { startTestApi, type TestApi } from '../../support/api';
import { outdial } from '../../support/command-line';
import { startReceiver } from '../../support/receiver';
import { startTcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';
import { anEvent } from './an-event';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 60_000);
afterAll(() => api.stop());

const record = async (): Promise<JobStateEvent> => {
  const event = anEvent(api);
  await api.store.events.recordStates([[event, { Extra: 1 }]]);
  return event;
};
const messageIdOf = ({ jobId }: JobStateEvent): string => `evt_${jobId}_3`;

/** Follows events until the test ends it. */
function follow(url: string, options: { lastEventId?: string } = {}) {
  const client = createOutdialClient({ baseUrl: url, apiKey: api.key });
  const stop = new AbortController();
  const got: StreamedEvent[] = [];
  let opened = 0;
  const gaps: unknown[] = [];
  const all = { ...options, signal: stop.signal, onOpen: () => opened++, onGap: (gap: unknown) => gaps.push(gap) };
  const ended = (async () => {
    for await (const streamed of client.events.stream({}, all)) got.push(streamed);
  })().catch((error: unknown) => error);
  return { got, gaps, opened: () => opened, ended, stop: () => stop.abort(new Error('The test is over.')) };
}

describe('client.events.stream', () => {
  it('goes on over lost connections, and yields each event once, in order', async () => {
    const { hostname: host, port } = new URL(api.url);
    const proxy = await startTcpProxy({ host, port: Number(port) });
    const following = follow(`http://127.0.0.1:${proxy.port}`);
    await until(following.opened, (count) => count === 1);
    const expected: string[] = [];
    for (let round = 1; round <= 3; round++) {
      expected.push(messageIdOf(await record()));
      await until(
        () => following.got.length,
        (count) => count === expected.length,
      );
      proxy.cut();
      expected.push(messageIdOf(await record()));
      proxy.restore();
      await until(
        () => following.got.length,
        (count) => count === expected.length,
      );
    }
    expect(following.got.map(({ event }) => event.ID)).toEqual(expected);
    following.stop();
    expect(await following.ended).toMatchObject({ message: 'The test is over.' });
    const resumed = follow(api.url, { lastEventId: following.got[0]?.id ?? '' });
    await until(() => resumed.got.some(({ event }) => event.ID === expected.at(-1)), Boolean);
    const late = follow(api.url, { lastEventId: '5-evt_job_1_1' });
    await until(
      () => late.gaps.length,
      (count) => count === 1,
    );
    resumed.stop();
    late.stop();
    await proxy.stop();
  });

  it('ends with the refusal of the API', async () => {
    const client = createOutdialClient({ baseUrl: api.url, apiKey: 'unknown-key-of-this-test' });
    const read = async (): Promise<void> => {
      for await (const _event of client.events.stream()) break;
    };
    await expect(read()).rejects.toMatchObject({ name: 'OutdialError', status: 401 });
  });
});

describe('outdial events', () => {
  it('prints events, and forwards them in order, signed as a webhook is, again if the receiver fails', async () => {
    const receiver = await startReceiver((_received, count) => ({ kind: 'answer', status: count === 1 ? 503 : 204 }));
    const stop = new AbortController();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key };
    let printed = '';
    const args = ['events', '--forward', receiver.url, '--secret', secret, '--kind', 'job_state_updated,call_ended'];
    const ran = outdial([...args, '--campaign', api.campaignId], {
      env,
      signal: stop.signal,
      onOut: (soFar) => (printed = soFar),
    });
    // Its stream is open once an event arrives.
    await until(
      async () => (await record(), printed),
      (text) => text.includes('→'),
    );
    const call = { ID: 'call_1_1', JobID: 'job_1', OrgID: api.orgId, CampaignID: api.campaignId, Attempt: 1 };
    await api.store.events.record(eventOfCall(call, 'call_started', Date.now()));
    await api.store.events.record(eventOfCall(call, 'call_ended', Date.now(), { EndedReason: 'contact_hung_up' }));
    await until(
      () => receiver.received.at(-1)?.body ?? '',
      (body) => body.includes('call_ended'),
    );
    stop.abort();
    expect((await ran).code).toBe(130);
    const [first, again] = receiver.received;
    expect(again?.body).toBe(first?.body);
    const { event, id } = verifyWebhook({ secret, headers: first?.headers ?? {}, body: first?.body ?? '' });
    expect(id).toBe(`evt_${event.JobID}_3`);
    expect(first?.body).toBe(
      JSON.stringify({
        WebhookID: 'webhook_forwarded',
        EventTimeMS: event.EventTimeMS,
        OrgID: api.orgId,
        CampaignID: api.campaignId,
        JobID: event.JobID,
        Event: 'job_state_updated',
        Data: { State: 'calling' },
        TestJob: false,
      }),
    );
    expect(printed).toContain('204');
    await receiver.stop();
  });

  it('refuses what is no address, no secret and no kind', async () => {
    const env = { OUTDIAL_URL: api.url, OUTDIAL_API_KEY: api.key };
    expect((await outdial(['events', '--forward', 'localhost:3000'], { env })).code).toBe(2);
    expect((await outdial(['events', '--secret', 'whsec_short'], { env })).code).toBe(2);
    const { code, err } = await outdial(['events', '--kind', 'calls'], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('Expected one of job_state_updated')]);
  });
});
