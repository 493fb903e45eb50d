import { pino } from 'pino';
import { createLiveServer, type LiveServer } from '../../../apps/worker/media/live-server';
import { createMediaTokens } from '../../../shared/adapters/media/media-token';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { startTestApi, type TestApi } from '../../support/api';
import { fakeLeg } from '../../support/fake-leg';
import { listenTo } from '../../support/listen';
import { testKeys } from '../../support/master-keys';
import { until } from '../../support/until';
import { createFlowsDouble } from '../api/workflow-client-double';
import { startSwitchableProxy, type SwitchableProxy } from '../api/switchable-proxy';

const goneAfterMs = 1_000;
let api: TestApi;
let worker: LiveServer;
/** The wire between the two. */
let wire: SwitchableProxy;
beforeAll(async () => {
  const logger = pino({ level: 'silent' });
  worker = createLiveServer({ tokens: createMediaTokens(testKeys), logger, nowMs: () => Date.now() });
  await worker.listen({ host: '127.0.0.1', port: 0 });
  wire = await startSwitchableProxy({ host: '127.0.0.1', port: Number(worker.address()?.split(':')[1]) });
  api = await startTestApi({ workflows: createFlowsDouble().workflows, workerGoneAfterMs: goneAfterMs });
});
afterAll(async () => {
  await wire.stop();
  await api.stop();
  await worker.close();
});

/** A call that the worker carries, and somebody who hears it. */
async function aHeardCall() {
  const job = await api.insertJob({ State: 'calling' });
  const call: CallRecord = await api.insertCall(job, { MediaAddress: `127.0.0.1:${wire.port}` });
  const line = fakeLeg(call.ID);
  worker.serve(line.leg);
  const path = `/campaigns/${call.CampaignID}/jobs/${job.ID}/calls/${call.ID}/stream-audio-bot`;
  const ears = await listenTo(`${api.url.replace('http', 'ws')}${path}`, api.key);
  const began = performance.now();
  // For longer than a worker may be silent: who says something stays.
  await until(
    () => {
      line.speak('bot', 1);
      return performance.now() - began;
    },
    (spokenMs) => spokenMs > 2 * goneAfterMs && ears.frames.length > 0,
  );
  expect(ears.socket.readyState).toBe(ears.socket.OPEN);
  return { call, ears };
}

it('whose host vanishes without a word is given up: its listeners hear 1011, and 1000 when the call is over', async () => {
  const [lost, over] = await Promise.all([aHeardCall(), aHeardCall()]);
  await api.mongo.db
    .collection<{ _id: string }>('calls')
    .updateOne({ _id: over.call.ID }, { $set: { State: 'ended' } });
  wire.freeze();
  expect((await lost.ears.closed).code).toBe(1011);
  expect((await over.ears.closed).code).toBe(1000);
}, 20_000);
