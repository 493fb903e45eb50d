import { eraseHistories } from '../../../../shared/adapters/temporal/erase-histories';
import type { HistoryRequests, Run } from '../../../../shared/adapters/temporal/history-requests';

interface KnownRun extends Run {
  status: { name: string };
  memo?: Record<string, unknown>;
  raw: { workflowExecutionInfo: { firstRunId: string } };
}
const runOf = (workflowId: string, runId: string, more: { status?: string; marked?: boolean } = {}): KnownRun => ({
  workflowId,
  runId,
  status: { name: more.status ?? 'COMPLETED' },
  memo: more.marked ? { FirstRun: true } : {},
  raw: { workflowExecutionInfo: { firstRunId: runId } },
});

/** What no real server does on request: its list lags by so many runs, it keeps deleted runs, or a run begins at a given moment. */
function serverWith(
  runs: KnownRun[],
  does: { unlisted?: string[]; keeps?: string[]; beginsWhileListing?: KnownRun } = {},
) {
  const deleted: string[] = [];
  const requests = {
    describe: ({ workflowId, runId }: { workflowId: string; runId?: string }) =>
      Promise.resolve(runs.filter((run) => run.workflowId === workflowId && run.runId === (runId ?? run.runId)).at(-1)),
    list: (ids: readonly string[]) => {
      if (does.beginsWhileListing) runs.push(does.beginsWhileListing);
      return Promise.resolve(
        runs.filter(({ workflowId, runId }) => ids.includes(workflowId) && !does.unlisted?.includes(runId)),
      );
    },
    delete: ({ runId }: Run) => {
      deleted.push(runId);
      if (!does.keeps?.includes(runId)) {
        runs.splice(
          runs.findIndex((run) => run.runId === runId),
          1,
        );
      }
      return Promise.resolve();
    },
  } as unknown as HistoryRequests;
  return { requests, deleted, runs };
}

describe('the erasure of histories', () => {
  const ids = { job: 'job/1', deliveries: ['webhook/1'] };

  it('keeps the latest run, which alone shows that there are others, until these are gone', async () => {
    const runs = [runOf('job/1', 'a', { marked: true }), runOf('job/1', 'b')];
    const slow = serverWith(runs, { keeps: ['a'] });
    expect(await eraseHistories(slow.requests, ids)).toEqual({ readable: 2, running: 0 });
    expect(slow.deleted).toEqual(['a']);
    const quick = serverWith(slow.runs);
    expect(await eraseHistories(quick.requests, ids)).toEqual({ readable: 0, running: 0 });
    expect(quick.deleted).toEqual(['a', 'b']);
  });

  it('does not trust a list that lacks the latest run', async () => {
    const { requests, deleted } = serverWith([runOf('job/1', 'a'), runOf('job/1', 'b')], { unlisted: ['a', 'b'] });
    expect(await eraseHistories(requests, ids)).toEqual({ readable: 1, running: 0 });
    expect(deleted).toEqual([]);
  });

  it('deletes no delivery that starts again in between', async () => {
    const beginsWhileListing = runOf('webhook/1', 'c', { status: 'RUNNING' });
    const { requests, deleted } = serverWith([runOf('webhook/1', 'a')], { beginsWhileListing });
    expect(await eraseHistories(requests, ids)).toEqual({ readable: 1, running: 0 });
    expect(deleted).toEqual([]);
    expect(await eraseHistories(requests, ids)).toEqual({ readable: 0, running: 1 });
  });

  it('deletes a running workflow of the job, and no running delivery', async () => {
    const running = { status: 'RUNNING', marked: true };
    const { requests, deleted } = serverWith([runOf('job/1', 'a', running), runOf('webhook/1', 'b', running)]);
    expect(await eraseHistories(requests, ids)).toEqual({ readable: 0, running: 1 });
    expect(deleted).toEqual(['a']);
  });
});
