import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startLiveEnv, type OwnLiveEnv } from '../../support/live-env';
import { decodeMp3 } from '../../support/mp3';
import { until } from '../../support/until';

jest.setTimeout(180_000);
let testEnv: OwnLiveEnv;
beforeAll(async () => {
  testEnv = await startLiveEnv({ apis: 1, workers: 1 });
});
afterAll(() => testEnv.end());

/** Bytes of raw audio on the disk, of all calls. */
function spooled(): number {
  const root = join(testEnv.processes.folder, 'spool');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.pcm(\.sealed)?$/.test(file),
  );
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
}

describe('a worker that is killed in the middle of a call', () => {
  it('leaves a recording of what was said until then, which the next worker stores', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 60 });
    await testEnv.call(jobId, ({ State }) => State === 'active');
    // Four seconds of both sides.
    await until(spooled, (bytes) => bytes >= 4 * (32_000 + 48_000), 15_000);
    const killedMs = Date.now();
    await testEnv.workers[0]?.kill();
    await testEnv.workers[0]?.start();
    const call = await testEnv.call(jobId, ({ Recordings }) => Recordings !== undefined, 90_000);
    expect(['failed', 'ended']).toContain(call.State);
    const heardMs = killedMs - Date.parse(call.ConnectedAt ?? '');
    for (const url of call.Recordings ?? []) {
      const path = url.replace('https://calls.example.com', testEnv.apis[0]?.url ?? '');
      const file = await fetch(path, { headers: { authorization: `Bearer ${testEnv.key}` } });
      const { lengthMs } = decodeMp3(new Uint8Array(await file.arrayBuffer()));
      expect(lengthMs).toBeGreaterThan(3_900);
      // A quarter of a second waits in memory; the kill itself takes its moment.
      expect(lengthMs).toBeGreaterThan(heardMs - 1_000);
      expect(lengthMs).toBeLessThanOrEqual(heardMs + 200);
    }
    // The raw audio goes once the files are stored.
    await until(spooled, (bytes) => bytes === 0, 15_000);
  });
});
