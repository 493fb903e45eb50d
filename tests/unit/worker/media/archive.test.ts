import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { clearCipher } from '../../../../shared/adapters/crypto/field-cipher';
import { createArchive } from '../../../../apps/worker/media/archive';
import { createRecordingMetrics } from '../../../../shared/adapters/metrics/recording-metrics';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import { until } from '../../../support/until';

const root = mkdtempSync(join(tmpdir(), 'outdial-archive-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const call = { ID: 'call_1', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' };

/** An archive with an in-memory store. `erasedAt` is the step at which the call is erased. */
function anArchive({ erasedAt, failures = 0 }: { erasedAt?: 'before' | 'while_storing'; failures?: number } = {}) {
  const stored = new Set<string>();
  let erased = erasedAt === 'before';
  let encoded = 0;
  let listed: readonly string[] | undefined;
  const dir = mkdtempSync(join(root, 'call-'));
  writeFileSync(join(dir, 'user.pcm'), '');
  const archive = createArchive({
    calls: {
      find: () => Promise.resolve({ ...call, ...(erased ? { Erased: true } : {}) } as CallRecord),
      saveRecordings: (_id, files) => {
        if (!erased) listed = files;
        return Promise.resolve(!erased);
      },
    },
    recordings: {
      put: (_call, file) => {
        if (failures-- > 0) return Promise.reject(new Error('The store is unavailable.'));
        stored.add(file);
        if (erasedAt === 'while_storing') erased = true;
        return Promise.resolve();
      },
      find: () => Promise.resolve(undefined),
      eraseCall: () => {
        stored.clear();
        return Promise.resolve();
      },
      close: () => undefined,
    },
    dataKeys: { of: () => Promise.resolve(clearCipher) },
    encoder: {
      encode: () => {
        encoded++;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    logger: pino({ level: 'silent' }),
    metrics: createRecordingMetrics(createRegistry()),
  });
  archive.enqueue(call, dir);
  return { archive, dir, seen: () => ({ stored: [...stored], listed, encoded, spooled: existsSync(dir) }) };
}

const files = ['input.mp3', 'output.mp3', 'merged.mp3'];

describe('the archive', () => {
  it('stores the files, lists them, and only then deletes the raw audio', async () => {
    const { seen } = anArchive();
    expect(await until(seen, ({ spooled }) => !spooled)).toEqual({
      stored: files,
      listed: files,
      encoded: 1,
      spooled: false,
    });
  });

  it('does not encode an erased call', async () => {
    const { seen } = anArchive({ erasedAt: 'before' });
    expect(await until(seen, ({ spooled }) => !spooled)).toMatchObject({ stored: [], encoded: 0, listed: undefined });
  });

  it('erases the stored files when the call was erased in between', async () => {
    const { seen } = anArchive({ erasedAt: 'while_storing' });
    expect(await until(seen, ({ spooled }) => !spooled)).toMatchObject({ stored: [], listed: undefined });
  });

  it('retries while the store is unavailable', async () => {
    const { seen } = anArchive({ failures: 1 });
    expect(await until(seen, ({ spooled }) => !spooled)).toMatchObject({ stored: files, listed: files, encoded: 2 });
  });

  it('stores what a store that was unavailable accepts while the process stops', async () => {
    const { archive, seen } = anArchive({ failures: 1 });
    await until(seen, ({ encoded }) => encoded === 1);
    await archive.stop(20_000);
    expect(seen()).toMatchObject({ spooled: false, stored: files, listed: files });
  });

  it('leaves the raw audio on disk when the process stops first', async () => {
    const { archive, seen } = anArchive({ failures: 99 });
    await until(seen, ({ encoded }) => encoded === 1);
    await archive.stop(100);
    expect(seen()).toMatchObject({ spooled: true, listed: undefined });
  });
});
