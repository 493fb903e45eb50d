import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { storeImport } from '../../support/imports';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';

describe('an import whose history grows long', () => {
  const processes = createProcesses();
  let world: InProcessEnv;
  beforeAll(async () => {
    // The server suggests a new run after this many events; by default after 4096.
    world = await createInProcessEnv(processes, { dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': '8' } });
    // Every look at the clock takes long, so that a shift ends after a slice.
    let lateMs = 0;
    world.deps.clock = { nowMs: () => Date.now() + (lateMs += 20_000) };
    await world.restart();
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await processes.end();
  });

  it('goes on in a new run from its document, and carries nothing but its id', async () => {
    const rows = 750;
    const bulkImport = await storeImport(world.deps, world.campaignId, { rows, nowMs: Date.now() });
    await world.deps.workflows.startImport(bulkImport);
    const handle = world.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID));
    const first = (await handle.describe()).runId;
    expect(await handle.result()).toBe('completed');
    const last = await handle.describe();
    expect(last.runId).not.toBe(first);
    expect(await world.deps.store.imports.load(bulkImport.ID)).toMatchObject({ State: 'completed', Rows: rows });
    const made = { ImportID: bulkImport.ID };
    expect(await world.deps.mongo.db.collection('jobs').countDocuments(made)).toBe(rows);
  }, 90_000);
});
