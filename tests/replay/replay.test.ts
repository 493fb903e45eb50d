import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { tracedWorkflowModule } from '../../shared/adapters/tracing/tracing';
import { setting } from '../support/setting';
import { quietRuntime } from '../support/worker';
import { courses } from './record';
import { fromSaved, type SavedHistory } from './saved-history';

const folder = join(__dirname, 'histories');
const saved = readdirSync(folder).filter((file) => file.endsWith('.json'));
const load = (file: string) => fromSaved(JSON.parse(readFileSync(join(folder, file), 'utf8')) as SavedHistory);
const maxBundleBytes = 2_000_000;

describe('a workflow that was begun yesterday', () => {
  const codePath = setting('OUTDIAL_TEST_BUNDLE');
  /** What came of each: one worker replays them all, since its start takes longer than a history. */
  const replayed = new Map<string, unknown>();
  beforeAll(async () => {
    quietRuntime();
    const histories = saved.map((file) => ({ workflowId: file, history: load(file) }));
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, histories))
      replayed.set(workflowId, error ?? 'goes on');
  }, 120_000);

  it.each(saved)('goes on with the code of today: %s', (file) => {
    expect(replayed.get(file)).toBe('goes on');
  });

  it('continues where traces have been switched on since', async () => {
    const { code } = await bundleWorkflowCode({
      workflowsPath: resolve(__dirname, '../../workflows'),
      workflowInterceptorModules: [require.resolve(tracedWorkflowModule)],
      logger: new DefaultLogger('WARN'),
    });
    const sinks = { exporter: { export: { fn: () => undefined, callDuringReplay: false } } };
    const histories = saved.map((file) => ({ workflowId: file, history: load(file) }));
    const traced: string[] = [];
    for await (const { workflowId, error } of Worker.runReplayHistories(
      { workflowBundle: { code }, sinks },
      histories,
    )) {
      expect([workflowId, error]).toEqual([workflowId, undefined]);
      traced.push(workflowId);
    }
    expect(traced).toEqual(saved);
  }, 120_000);

  it('is replayed in every course that can be recorded', () => {
    expect(saved.map((file) => file.replace('.json', '')).sort()).toEqual(Object.keys(courses).sort());
  });

  it('is refused when the code has changed its course', async () => {
    const changed = load('job-completed.json');
    const scheduled = changed.events?.find((event) => event.activityTaskScheduledEventAttributes);
    scheduled!.activityTaskScheduledEventAttributes!.activityType!.name = 'somethingElse';
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath } }, changed)).rejects.toThrow(
      /TMPRL1100|ondeterminism/,
    );
  });
});

describe('the bundle of the workflows', () => {
  const code = readFileSync(setting('OUTDIAL_TEST_BUNDLE'), 'utf8');

  it.each(['zod', 'luxon', 'mongodb', 'express', 'pino', 'libphonenumber'])('has no %s in it', (name) => {
    expect(code.includes(`node_modules/${name}`)).toBe(false);
  });

  it('stays small: every workflow that waits pays for it in memory', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(maxBundleBytes);
  });
});
