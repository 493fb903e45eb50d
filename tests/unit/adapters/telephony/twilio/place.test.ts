import { placeCall, type PlaceDeps } from '../../../../../shared/adapters/telephony/twilio/place';
import { createReports } from '../../../../../shared/adapters/telephony/twilio/reports';
import { defaultTimings } from '../../../../../shared/adapters/telephony/twilio/timings';

const sid = 'CA0123';
const attemptKey = 'call_1_1';
const request = {
  ...{ attemptKey, jobId: 'job_1', to: '+14155550123', from: '+14155550100' },
  ...{ ringTimeoutMs: 3_000, maxDurationMs: 10_000, integrations: {} },
};

/** The request gets no answer, and the log has the id of the call, which another process stored for a callback. */
function createDeps(onFind: () => void) {
  const done: string[] = [];
  const log = {
    find: () => {
      onFind();
      return Promise.resolve({ attemptKey, startedMs: 0, sid });
    },
    saveSid: () => Promise.resolve(),
    abandon: () => Promise.resolve(void done.push('abandoned')),
  };
  const client = {
    create: () => Promise.reject(new Error('No answer.')),
    get: () => Promise.resolve({ sid, status: 'ringing' }),
    end: () => {
      done.push('ended');
      return Promise.resolve({ sid, status: 'completed' });
    },
  };
  const timings = { ...defaultTimings, unknownMs: 50, unknownLookMs: 5, lateMs: 20 };
  const urls = { format: () => 'https://calls.example.com/line/twilio/call_1_1/token/status' };
  return { deps: { log, client, timings, urls, asyncAmd: false } as unknown as PlaceDeps, done };
}

describe('a call whose request got no answer, and whose id another process has stored', () => {
  it('goes on when its callback comes a moment later', async () => {
    const reports = createReports(() => undefined);
    const { deps, done } = createDeps(() => setImmediate(() => reports.report({ sid, status: 'ringing' })));
    expect(await placeCall(deps, request, reports)).toEqual({ kind: 'placed', sid });
    expect(done).toEqual([]);
  });

  it('is ended when no callback reaches this process', async () => {
    const { deps, done } = createDeps(() => undefined);
    await expect(
      placeCall(
        deps,
        request,
        createReports(() => undefined),
      ),
    ).rejects.toThrow('did not answer');
    expect(done).toEqual(['abandoned', 'ended']);
  });
});
