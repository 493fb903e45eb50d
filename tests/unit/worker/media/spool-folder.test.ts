import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createRecorder } from '../../../../apps/worker/media/recorder';
import { createSpoolFolder, leaseTimeoutMs } from '../../../../apps/worker/media/spool-folder';
import { clearCipher } from '../../../../shared/adapters/crypto/field-cipher';
import type { CallRecord } from '../../../../shared/domain/call/call-record';
import { until } from '../../../support/until';

const base = mkdtempSync(join(tmpdir(), 'outdial-spool-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => jest.restoreAllMocks());

const later = (): number => Date.now() + 2 * leaseTimeoutMs;
const recorded = (ID: string) => ({ ID, JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' });

/** A spool with the folder of a worker that is lost; each of its calls has audio. */
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

describe('what a lost worker left', () => {
  it('is found, but for calls whose note was never written whole: those go', async () => {
    const { worker, left, errors } = lostWorker({
      calls: { call_1: note('call_1'), call_2: undefined, call_3: '{"ID' },
    });
    expect(await left()).toEqual(['call_1']);
    expect(['call_1', 'call_2', 'call_3'].map((id) => existsSync(join(worker, id)))).toEqual([true, false, false]);
    expect(errors).toEqual([]);
  });

  it('keeps a call whose note cannot be read now, and gives the others', async () => {
    const { worker, left, errors } = lostWorker({ calls: { call_1: undefined, call_2: note('call_2') } });
    // Reading a folder fails, and not for want of it.
    mkdirSync(join(worker, 'call_1', 'call.json'));
    expect(await left()).toEqual(['call_2']);
    expect(existsSync(join(worker, 'call_1', 'user.pcm'))).toBe(true);
    expect(errors).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
  });

  it('keeps the folder of a worker that cannot be listed now', async () => {
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

  it('is not taken for lost while its sign of life cannot be read', async () => {
    const { left, errors } = lostWorker({ calls: { call_1: note('call_1') } });
    jest.spyOn(fsPromises, 'stat').mockRejectedValueOnce(failure('EMFILE'));
    expect(await left()).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it('goes when it is empty', async () => {
    const { worker, left } = lostWorker({ calls: {} });
    writeFileSync(join(worker, 'alive'), '');
    expect(await left()).toEqual([]);
    expect(existsSync(worker)).toBe(false);
  });
});

describe('the recorder', () => {
  it('takes over what it can when the record of one call does not open', async () => {
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
      metrics: { recordLost: () => undefined, recordLateFrame: () => undefined },
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
