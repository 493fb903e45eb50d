import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createRecorder } from '../../../../apps/worker/media/recorder';
import { createRecordingWriter } from '../../../../apps/worker/media/recording-file';
import { createSpool } from '../../../../apps/worker/media/spool';
import { createSpoolFolder, leaseTimeoutMs } from '../../../../apps/worker/media/spool-folder';
import { clearCipher } from '../../../../shared/adapters/crypto/field-cipher';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import { until } from '../../../support/until';

const base = mkdtempSync(join(tmpdir(), 'outdial-spool-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => jest.restoreAllMocks());

const later = (): number => Date.now() + 2 * leaseTimeoutMs;
const recorded = (ID: string) => ({ ID, JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' });

/** A spool with the folder of a lost worker; each of its calls has audio. */
function lostWorker({ calls }: { calls: Record<string, string | undefined> }) {
  const root = mkdtempSync(join(base, 'root-'));
  const worker = join(root, 'worker_1');
  mkdirSync(worker);
  for (const [id, note] of Object.entries(calls)) {
    mkdirSync(join(worker, id));
    writeFileSync(join(worker, id, 'user.pcm'), 'audio');
    if (note !== undefined) writeFileSync(join(worker, id, 'call.json'), note);
  }
  const errors: unknown[] = [];
  const folder = createSpoolFolder(root, 'worker_2');
  return {
    root,
    worker,
    errors,
    folder,
    left: async () => (await folder.findOrphans(later(), (error) => errors.push(error))).map(({ call }) => call.ID),
  };
}
const note = (id: string): string => JSON.stringify(recorded(id));
const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('the recordings of a lost worker', () => {
  it('are found; folders without a complete call file are deleted', async () => {
    const { worker, left, errors } = lostWorker({
      calls: { call_1: note('call_1'), call_2: undefined, call_3: '{"ID' },
    });
    expect(await left()).toEqual(['call_1']);
    expect(['call_1', 'call_2', 'call_3'].map((id) => existsSync(join(worker, id)))).toEqual([true, false, false]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['an id that leaves the folder', { ID: '../../escaped' }],
    ['the id of another call', { ID: 'call_2' }],
    ['an id that leaves the folder of its organization', { OrgID: '../org_2' }],
  ])('are kept and reported when the call file has %s', async (_what, fields) => {
    const { worker, left, errors } = lostWorker({
      calls: { call_1: JSON.stringify({ ...recorded('call_1'), ...fields }) },
    });
    expect(await left()).toEqual([]);
    expect(existsSync(join(worker, 'call_1', 'user.pcm'))).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('call.json') as string })]);
  });

  it('are readable by the user of the service only', async () => {
    const root = mkdtempSync(join(base, 'root-'));
    chmodSync(root, 0o755);
    const previous = process.umask(0);
    try {
      const folder = createSpoolFolder(root, 'worker_1');
      await folder.start();
      const dir = folder.pathOf('call_1');
      const spool = createSpool(
        { dir, call: recorded('call_1'), cipherOf: () => Promise.resolve(clearCipher) },
        (error) => {
          throw error;
        },
      );
      for (const channel of ['bot', 'user'] as const) spool.write({ channel, startMs: 0, pcm: Buffer.alloc(640) });
      await spool.close(20);
      const writer = await createRecordingWriter(join(dir, 'input.mp3'), 0);
      await writer.end(Buffer.alloc(0));
      const modes = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
        const mode = (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8);
        return [entry.isDirectory(), mode];
      });
      expect(modes.length).toBeGreaterThan(5);
      expect(modes.filter(([isFolder, mode]) => mode !== (isFolder === true ? '700' : '600'))).toEqual([]);
      expect((statSync(root).mode & 0o777).toString(8)).toBe('700');
      await folder.stop();
    } finally {
      process.umask(previous);
    }
  });

  it('are kept when a call file cannot be read, and the others are returned', async () => {
    const { worker, left, errors } = lostWorker({ calls: { call_1: undefined, call_2: note('call_2') } });
    // Reading a folder as a file fails with an error other than ENOENT.
    mkdirSync(join(worker, 'call_1', 'call.json'));
    expect(await left()).toEqual(['call_2']);
    expect(existsSync(join(worker, 'call_1', 'user.pcm'))).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
  });

  it('are kept when the folder of a worker cannot be listed', async () => {
    const { worker, left, errors } = lostWorker({ calls: { call_1: note('call_1') } });
    const readdir = fsPromises.readdir;
    jest
      .spyOn(fsPromises, 'readdir')
      .mockImplementation(((path: string, ...more: never[]) =>
        path === worker ? Promise.reject(failure('EMFILE')) : readdir(path, ...more)) as never);
    expect(await left()).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ code: 'EMFILE' })]);
    jest.restoreAllMocks();
    expect(await left()).toEqual(['call_1']);
  });

  it('are left alone while the heartbeat cannot be read', async () => {
    const { left, errors } = lostWorker({ calls: { call_1: note('call_1') } });
    jest.spyOn(fsPromises, 'stat').mockRejectedValueOnce(failure('EMFILE'));
    expect(await left()).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it('are in a folder that is deleted once it is empty', async () => {
    const { worker, left } = lostWorker({ calls: {} });
    writeFileSync(join(worker, 'alive'), '');
    expect(await left()).toEqual([]);
    expect(existsSync(worker)).toBe(false);
  });
});

describe('the recorder', () => {
  it('takes over the other calls when the record of one cannot be decrypted', async () => {
    const calls = { call_1: note('call_1'), call_2: note('call_2') };
    const { root, worker, folder } = lostWorker({ calls });
    const longAgo = new Date(Date.now() - 2 * leaseTimeoutMs);
    utimesSync(worker, longAgo, longAgo);
    const taken: string[] = [];
    const recorder = createRecorder({
      folder,
      archive: { enqueue: ({ ID }) => taken.push(ID), stop: () => Promise.resolve() },
      calls: {
        find: (id) =>
          id === 'call_1'
            ? Promise.reject(new Error('The key does not open.'))
            : Promise.resolve({ State: 'ended' } as unknown as CallRecord),
      },
      dataKeys: { of: () => Promise.resolve(clearCipher) },
      logger: pino({ level: 'silent' }),
      metrics: { recordLost: () => undefined, recordFrame: () => undefined },
    });
    await recorder.start();
    expect(
      await until(
        () => taken,
        ({ length }) => length > 0,
      ),
    ).toEqual(['call_2']);
    await recorder.stop();
    await folder.stop();
    expect(existsSync(join(root, 'worker_2', 'call_2'))).toBe(true);
    expect(existsSync(join(worker, 'call_1', 'user.pcm'))).toBe(true);
  });
});
