import type { LiveServer } from '../../../apps/worker/media/live-server';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { startTestApi, type TestApi } from '../../support/api';
import { scaledMs } from '../../support/deadline';
import { fakeLeg } from '../../support/fake-leg';
import { listenTo } from '../../support/listen';
import { until } from '../../support/until';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { startLiveServer } from '../../support/live-server';

/** Much longer than the pause between two looks below. */
const silenceTimeoutMs = scaledMs(1_500);
let api: TestApi;
let worker: LiveServer;
/** The connection between API and worker. */
let connection: TcpProxy;
beforeAll(async () => {
  worker = await startLiveServer();
  connection = await startTcpProxy({ host: '127.0.0.1', port: Number(worker.address()?.split(':')[1]) });
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, workerGoneAfterMs: silenceTimeoutMs });
});
afterAll(async () => {
  await connection.stop();
  await api.stop();
  await worker.close();
});

/** A call that the worker handles, with a listener. */
async function aMonitoredCall() {
  const job = await api.insertJob({ State: 'calling' });
  const call: CallRecord = await api.insertCall(job, { MediaAddress: `127.0.0.1:${connection.port}` });
  const fake = fakeLeg(call.ID);
  worker.serve(fake.leg);
  const path = `/campaigns/${call.CampaignID}/jobs/${job.ID}/calls/${call.ID}/stream-audio-bot`;
  const listener = await listenTo(`${api.url.replace('http', 'ws')}${path}`, api.key);
  const untilMs = Date.now() + 2 * silenceTimeoutMs;
  // Longer than the silence timeout: a worker that sends audio stays connected.
  await until(
    () => {
      fake.speak('bot', 1);
      return Date.now();
    },
    (nowMs) => nowMs > untilMs && listener.frames.length > 0,
  );
  expect(listener.socket.readyState).toBe(listener.socket.OPEN);
  return { call, listener };
}

it('the listeners of a worker whose host vanished are closed with 1011, or with 1000 when the call has ended', async () => {
  const [lost, over] = await Promise.all([aMonitoredCall(), aMonitoredCall()]);
  await api.mongo.db
    .collection<{ _id: string }>('calls')
    .updateOne({ _id: over.call.ID }, { $set: { State: 'ended' } });
  connection.freeze();
  expect((await lost.listener.closed).code).toBe(1011);
  expect((await over.listener.closed).code).toBe(1000);
}, 20_000);
