import type { LiveServer } from '../../../apps/worker/media/live-server';
import { startTestApi, type TestApi } from '../../support/api';
import { fakeLeg } from '../../support/fake-leg';
import { startLiveServer } from '../../support/live-server';
import { listenTo, refusal } from '../../support/listen';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

let api: TestApi;
let worker: LiveServer;
beforeAll(async () => {
  worker = await startLiveServer();
  api = await startTestApi({
    workflows: createWorkflowClientDouble().workflows,
    listeners: { perCall: 1, perOrganization: 9 },
  });
});
afterAll(async () => {
  await api.stop();
  await worker.close();
});

/** A call with a limit of one listener. */
async function aCall() {
  const job = await api.insertJob({ State: 'calling' });
  const call = await api.insertCall(job, { MediaAddress: worker.address() });
  worker.serve(fakeLeg(call.ID).leg);
  const path = `/campaigns/${call.CampaignID}/jobs/${job.ID}/calls/${call.ID}/stream-audio-bot`;
  const auditEntries = async (): Promise<unknown[]> =>
    (await api.request<{ AuditLogEntries: unknown[] }>('GET', `/audit-log?job=${job.ID}`)).body.AuditLogEntries;
  return { url: `${api.url.replace('http', 'ws')}${path}`, auditEntries };
}

it('a listener above the limit has no entry in the audit log, however often it connects', async () => {
  const { url, auditEntries } = await aCall();
  const listener = await listenTo(url, api.key);
  for (let n = 0; n < 3; n++) expect((await (await listenTo(url, api.key)).closed).code).toBe(1013);
  expect(await auditEntries()).toHaveLength(1);
  listener.socket.close();
});

it('a listener that cannot be audited is refused, and does not count toward the limit', async () => {
  const { url, auditEntries } = await aCall();
  const { record } = api.store.auditLog;
  api.store.auditLog.record = () => Promise.reject(new Error('The audit log is unavailable.'));
  try {
    expect((await refusal(url, api.key)).status).toBe(500);
  } finally {
    api.store.auditLog.record = record;
  }
  const listener = await listenTo(url, api.key);
  expect(await auditEntries()).toHaveLength(1);
  expect(listener.socket.readyState).toBe(listener.socket.OPEN);
  listener.socket.close();
});
