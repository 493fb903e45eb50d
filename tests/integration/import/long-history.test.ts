import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { storeImport } from '../../support/imports';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';

describe('an import with a long history', () => {
  const processes = createProcesses();
  let env: InProcessEnv;
  beforeAll(async () => {
    // The server suggests a new run after this many events; by default after 4096.
    const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': '8' };
    env = await createInProcessEnv({ temporal: await processes.temporal({ dynamicConfig }) });
    // Each clock read advances the time, so the time budget is exhausted after one batch.
    let lateMs = 0;
    env.deps.clock = { nowMs: () => Date.now() + (lateMs += 20_000) };
    await env.restart();
  }, 60_000);
  afterAll(async () => {
    await env.close();
    await processes.end();
  });

  it('continues as new from its document and passes on only its id', async () => {
    const rows = 501;
    const bulkImport = await storeImport(env.deps, env.campaignId, { rows, nowMs: Date.now() });
    await env.deps.workflows.startImport(bulkImport);
    const handle = env.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID));
    const first = (await handle.describe()).runId;
    expect(await handle.result()).toBe('completed');
    const last = await handle.describe();
    expect(last.runId).not.toBe(first);
    expect(await env.deps.store.imports.load(bulkImport.ID)).toMatchObject({ State: 'completed', Rows: rows });
    const made = { ImportID: bulkImport.ID };
    expect(await env.deps.mongo.db.collection('jobs').countDocuments(made)).toBe(rows);
  }, 90_000);
});
