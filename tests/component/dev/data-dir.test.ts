import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDir, DataDirInUseError } from '../../../tools/dev-stack/data-dir';
import { identifyProcess } from '../../../tools/dev-stack/processes/process-identity';
import { loadLocalSecrets } from '../../../tools/dev-stack/secrets';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'outdial-data-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ignore = () => undefined;
const lockOf = (launcher: unknown, programs = {}) =>
  writeFileSync(join(dir, 'launcher.lock'), JSON.stringify({ launcher, programs }));

describe('claimDataDir', () => {
  it('rejects a folder that another live launcher uses', async () => {
    lockOf(identifyProcess(process.ppid));
    await expect(claimDataDir(dir, ignore)).rejects.toThrow(DataDirInUseError);
    await expect(claimDataDir(dir, ignore)).rejects.toThrow(`process ${process.ppid}`);
  });

  it('takes over from a dead launcher whose process id has been reused', async () => {
    lockOf({ pid: process.ppid, started: 'long ago' });
    const claim = await claimDataDir(dir, ignore);
    await expect(claimDataDir(dir, ignore)).rejects.toThrow(DataDirInUseError);
    claim.release();
    (await claimDataDir(dir, ignore)).release();
    expect(existsSync(join(dir, 'launcher.lock'))).toBe(false);
  });

  it('admits exactly one of several concurrent launchers', async () => {
    lockOf({ pid: process.ppid, started: 'long ago' });
    const claims = await Promise.allSettled([1, 2, 3].map(() => claimDataDir(dir, ignore)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('waits for the programs of a killed launcher to exit', async () => {
    const program = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 700)']);
    await new Promise((done) => program.once('spawn', done));
    lockOf({ pid: process.ppid, started: 'long ago' }, { temporal: identifyProcess(program.pid ?? 0) });
    const messages: string[] = [];
    await claimDataDir(dir, (message) => messages.push(message));
    expect(program.exitCode ?? 0).toBe(0);
    expect(identifyProcess(program.pid ?? 0)?.started ?? 'ended').toBe('ended');
    expect(messages).toHaveLength(1);
  });

  it('keeps pids.json up to date', async () => {
    const claim = await claimDataDir(dir, ignore);
    claim.recordPid('temporal', 123_456);
    claim.recordPid('api', process.pid);
    claim.recordPid('temporal', null);
    expect(JSON.parse(readFileSync(join(dir, 'pids.json'), 'utf8'))).toEqual({
      launcher: process.pid,
      api: process.pid,
      worker: null,
      temporal: null,
      mongodb: null,
    });
  });
});

describe('localSecrets', () => {
  it('creates them once, readable only by their owner', () => {
    const secrets = loadLocalSecrets(dir, {});
    expect(Buffer.from(secrets.masterKey, 'base64')).toHaveLength(32);
    expect(secrets.bootstrapKey).toMatch(/^od_[A-Za-z0-9]{40}$/);
    expect(loadLocalSecrets(dir, {})).toEqual(secrets);
    for (const file of ['master.key', 'bootstrap.key']) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  it('uses configured secrets without storing them', () => {
    expect(loadLocalSecrets(dir, { masterKey: 'm', bootstrapKey: 'b' })).toEqual({ masterKey: 'm', bootstrapKey: 'b' });
    expect(existsSync(join(dir, 'master.key'))).toBe(false);
  });
});
