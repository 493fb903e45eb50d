import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDuration } from '../../../apps/cli/arguments';
import { formatDetails, toJsonLine, escapeControls, formatTable } from '../../../apps/cli/output';
import { resolveSettings } from '../../../apps/cli/settings';
import { createWavFile } from '../../../apps/cli/wav';

const hostile = 'Ada\u001b]0;pwned\u0007\u001b[2J\r\n\u009b31m\u202egnp.exe\u0000';
// eslint-disable-next-line no-control-regex -- just these are looked for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'outdial-cli-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('output', () => {
  it('cannot control the terminal, and shows the escaped characters', () => {
    expect(escapeControls(hostile)).toBe(
      'Ada\\u001b]0;pwned\\u0007\\u001b[2J\\u000d\\u000a\\u009b31m\\u202egnp.exe\\u0000',
    );
    const rows = formatTable([{ hostile }], [['NAME', ({ hostile: cell }) => cell]]);
    for (const text of [rows, formatDetails({ [hostile]: hostile, Deep: { hostile } }), toJsonLine({ hostile })])
      expect(control.test(text)).toBe(false);
    expect(escapeControls('Zoë ☎ 日本 🎉')).toBe('Zoë ☎ 日本 🎉');
  });

  it('keeps its value as JSON', () => {
    expect(JSON.parse(toJsonLine({ hostile }))).toEqual({ hostile });
  });

  it('is aligned in columns', () => {
    const columns = [
      ['ID', (row: { id: string }) => row.id],
      ['STATE', () => undefined],
    ] as const;
    expect(formatTable([{ id: 'job_1' }, { id: 'j' }], columns)).toBe('ID     STATE\njob_1  -\nj      -\n');
  });

  it('formats lists of any length', () => {
    const jobs = Array.from({ length: 150_000 }, (_, n) => ({ id: `job_${n}` }));
    expect(formatTable(jobs, [['ID', ({ id }) => id]])).toHaveLength(
      'ID\n'.length + jobs.map(({ id }) => `${id}\n`).join('').length,
    );
  });
});

describe('settings', () => {
  const stack = { url: 'http://127.0.0.1:8099', key: 'local-key', campaign: 'campaign_demo', pid: process.pid };
  const env = () => ({ OUTDIAL_DATA_DIR: folder });
  const running = (change: object = {}) =>
    writeFileSync(join(folder, 'local.json'), JSON.stringify({ ...stack, ...change }));

  it('come from a running local stack, but not from a stopped or remote one', () => {
    expect(() => resolveSettings({}, env())).toThrow('No API URL is set');
    running();
    expect(resolveSettings({}, env())).toEqual({ url: stack.url, key: 'local-key', campaign: 'campaign_demo' });
    running({ pid: 2 ** 22 + 1 });
    expect(() => resolveSettings({}, env())).toThrow('No API URL is set');
    running({ url: 'http://10.0.0.1:8080' });
    expect(() => resolveSettings({}, env())).toThrow('No API URL is set');
  });

  it('take flags before the environment, and the environment before a local stack', () => {
    running();
    const given = { ...env(), OUTDIAL_URL: 'https://a.test', OUTDIAL_API_KEY: 'k', OUTDIAL_CAMPAIGN: 'c' };
    expect(resolveSettings({}, given)).toEqual({ url: 'https://a.test', key: 'k', campaign: 'c' });
    const flags = { url: 'https://b.test', key: 'l', campaign: 'd' };
    expect(resolveSettings(flags, given)).toEqual(flags);
  });

  it('never send the local key to another host', () => {
    running();
    for (const url of ['https://outdial.example.com', 'http://127.0.0.1.example.com', 'http://localhost@example.com'])
      expect(() => resolveSettings({ url }, env())).toThrow('No API key is set');
    expect(resolveSettings({ url: 'http://localhost:1' }, env())).toEqual({
      url: 'http://localhost:1',
      key: 'local-key',
      campaign: undefined,
    });
    expect(() => resolveSettings({ url: 'ftp://a.test', key: 'k' }, env())).toThrow('http or https');
  });
});

describe('a WAV file', () => {
  it('records its length in the header', async () => {
    const path = join(folder, 'call.wav');
    const file = await createWavFile(path, 24_000);
    for (let i = 0; i < 50; i++) file.write(Buffer.alloc(960, i));
    expect(file.seconds()).toBe(1);
    await file.close();
    const wav = readFileSync(path);
    expect(wav.length).toBe(44 + 48_000);
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual(['RIFF', 36 + 48_000]);
    expect([wav.readUInt32LE(24), wav.readUInt32LE(28), wav.readUInt16LE(34)]).toEqual([24_000, 48_000, 16]);
    expect([wav.toString('latin1', 36, 40), wav.readUInt32LE(40)]).toEqual(['data', 48_000]);
    expect(wav[44 + 960]).toBe(1);
    await expect(createWavFile(join(folder, 'no/such/folder.wav'), 1)).rejects.toThrow('Cannot write the file');
  });
});

describe('a duration', () => {
  it('consists of a number and a unit', () => {
    expect(['90s', '10m', '2h', '3d'].map(parseDuration)).toEqual([90_000, 600_000, 7_200_000, 259_200_000]);
    for (const wrong of ['2', 'h', '-1h', '1w', '']) expect(() => parseDuration(wrong)).toThrow('Expected a duration');
  });
});
