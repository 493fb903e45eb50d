import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { audioChannels, bytesOf, type AudioChannel } from '../../../shared/domain/audio/format';
import { startLiveEnv, type OwnLiveEnv } from '../../support/live-env';
import { decodeMp3 } from '../../support/mp3';
import { until } from '../../support/until';

jest.setTimeout(180_000);
let testEnv: OwnLiveEnv;
beforeAll(async () => {
  testEnv = await startLiveEnv({ apis: 1, workers: 1 });
});
afterAll(() => testEnv.end());

/** How long the raw audio of a side is that is on the disk, in ms; its seals are some bytes. */
function spooledMs(channel: AudioChannel): number {
  const root = join(testEnv.processes.folder, 'spool');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    new RegExp(`${channel}\\.pcm(\\.sealed)?$`).test(file),
  );
  return (files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / bytesOf(channel, 1_000)) * 1_000;
}
const spooled = (): number[] => audioChannels.map(spooledMs);

describe('a worker that is killed in the middle of a call', () => {
  it('leaves a recording of what it had on the disk, which the next worker stores', async () => {
    const jobId = await testEnv.post({ Scenario: 'conversation_complete', TalkSeconds: 60 });
    await testEnv.call(jobId, ({ State }) => State === 'active');
    await until(spooled, (sides) => Math.min(...sides) >= 4_000, 15_000);
    await testEnv.workers[0]?.kill();
    const left = spooled();
    await testEnv.workers[0]?.start();
    const call = await testEnv.call(jobId, ({ Recordings }) => Recordings !== undefined, 90_000);
    expect(['failed', 'ended']).toContain(call.State);
    for (const url of call.Recordings ?? []) {
      const path = url.replace('https://calls.example.com', testEnv.apis[0]?.url ?? '');
      const file = await fetch(path, { headers: { authorization: `Bearer ${testEnv.key}` } });
      const { lengthMs } = decodeMp3(new Uint8Array(await file.arrayBuffer()));
      // Less the seals and a block that was being written; a file ends with a whole frame of its format.
      expect(lengthMs).toBeGreaterThan(0.98 * Math.min(...left) - 250);
      expect(lengthMs).toBeLessThan(Math.max(...left) + 100);
    }
    // The raw audio goes once the files are stored.
    await until(spooled, (sides) => Math.max(...sides) === 0, 15_000);
  });
});
