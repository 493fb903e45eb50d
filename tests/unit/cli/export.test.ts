import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Screen } from '../../../apps/cli/output';
import { run } from '../../../apps/cli/run';
import { outdial, type RunOptions } from '../../support/command-line';
import { until } from '../../support/until';

const ndjson = '{"ID":"job_1","ContactName":"a\\u001b[2J"}\n{"ID":"job_2"}\n';
/** Cells contain line breaks and quotes, which do not end a row. */
const csv = '"ID","ContactName"\r\n"job_1","Ada ""A""\r\nLovelace\u001b[2J"\r\n"job_2",""\r\n';

let server: Server;
let folder: string;
let env: NonNullable<RunOptions['env']>;
/** The requests received, without the campaign's path. */
let requests: { query: URLSearchParams; accept: string | undefined }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const whole = ({ headers: { accept } }: IncomingMessage, response: ServerResponse): void => {
  if (accept === 'text/csv') response.end(csv);
  else if (accept === 'application/x-ndjson') response.end(ndjson);
  else response.setHeader('content-type', 'application/json').end('{"Jobs":[]}');
};
beforeAll(async () => {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://api.test');
    requests.push({ query: searchParams, accept: request.headers.accept });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { OUTDIAL_URL: url, OUTDIAL_API_KEY: 'od_secret', OUTDIAL_CAMPAIGN: 'campaign_1' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = whole;
  folder = mkdtempSync(join(tmpdir(), 'outdial-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const cli = (args: string, options: RunOptions = {}) => outdial(args.split(' '), { env, ...options });
/** Runs the command with custom screens. */
const at = (screens: { stdout?: Screen; stderr?: Screen }, args: string) => {
  const silent = { write: () => true };
  const { signal } = new AbortController();
  const stdin = () => Promise.resolve(new Uint8Array());
  return run(args.split(' '), {
    stdout: silent,
    stderr: silent,
    ...screens,
    env: { OUTDIAL_DATA_DIR: '/nowhere', ...env },
    signal,
    stdin,
  });
};
const terminal = () => {
  const seen = { text: '' };
  return { seen, isTTY: true, write: (text: string) => void (seen.text += text) };
};

describe('filters of lists and exports', () => {
  it.each([
    ['--state failed', { state: ['failed'] }],
    ['--state failed,canceled --state completed --state failed', { state: ['failed', 'canceled', 'completed'] }],
    ['--test', { test: ['true'] }],
    ['--no-test', { test: ['false'] }],
    ['', {}],
    ['--import import_1', { import_id: ['import_1'] }],
    [
      '--created-after 2027-01-04T09:00:00+01:00 --created-before 2027-01-05T00:00:00Z',
      { created_after: ['2027-01-04T08:00:00.000Z'], created_before: ['2027-01-05T00:00:00.000Z'] },
    ],
  ])('are those of the API: %s', async (flags, sent) => {
    for (const command of ['jobs list', 'jobs export']) {
      expect(await cli(`${command} ${flags}`.trim())).toMatchObject({ code: 0, err: '' });
      const { query } = requests.at(-1)!;
      expect(Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]))).toEqual(sent);
    }
  });

  it('that are invalid are usage errors that list the valid values, and no request is sent', async () => {
    for (const wrong of ['--state faild', '--state failed,faild', '--state ,']) {
      const { code, err } = await cli(`jobs list ${wrong}`);
      expect(code).toBe(2);
      expect(err).toContain(
        'Expected one or more of created, scheduled, calling, completed, failed, canceled, deleting, deleted',
      );
    }
    for (const wrong of [
      'list --created-after monday',
      'export --created-before 2027-01-04T09:00:00',
      'export --format xml',
    ])
      expect((await cli(`jobs ${wrong}`)).code).toBe(2);
    expect(await cli('jobs list --search ada --state failed')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--search cannot be combined') as string,
    });
    expect(requests).toEqual([]);
  });
});

describe('an export to a file', () => {
  it.each([
    ['jobs.ndjson', '', 'ndjson', ndjson],
    ['jobs.csv', '', 'csv', csv],
    ['jobs.CSV', ' --format ndjson', 'ndjson', ndjson],
    ['jobs', ' --format csv --fields import --limit 7', 'csv', csv],
  ])('writes %s%s unchanged and reports the number of jobs', async (name, flags, format, content) => {
    const file = join(folder, name);
    expect(await cli(`jobs export --output ${file}${flags}`)).toMatchObject({
      code: 0,
      out: `${file}: 2 jobs\n`,
      err: '',
    });
    expect(readFileSync(file, 'utf8')).toBe(content);
    expect(readdirSync(folder)).toEqual([name]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.query.toString()).toBe(flags.includes('--fields') ? 'fields=import&limit=7' : '');
    const { values } = await cli(`jobs export --output ${file}${flags} --json`);
    expect(values()).toEqual([{ File: file, Format: format, Jobs: 2 }]);
  });

  it('that is interrupted keeps the previous file, says so, and exits like for an unreachable API', async () => {
    const [file, fresh] = [join(folder, 'jobs.ndjson'), join(folder, 'new.csv')];
    writeFileSync(file, 'previous');
    answer = (request, response) => {
      response.write(request.headers.accept === 'text/csv' ? csv : ndjson, () => response.destroy());
    };
    for (const output of [file, fresh]) {
      const { code, out, err } = await cli(`jobs export --output ${output}`);
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/^error: The export was interrupted after 2 jobs; .* was not written.*\.\n$/);
    }
    expect(readdirSync(folder)).toEqual(['jobs.ndjson']);
    expect(readFileSync(file, 'utf8')).toBe('previous');
  });

  it('leaves no file when it is rejected or stopped by Ctrl-C', async () => {
    const file = join(folder, 'jobs.ndjson');
    answer = (_request, response) => response.writeHead(404).end('{"code":"campaign_not_found","detail":"None."}');
    expect(await cli(`jobs export --output ${file}`)).toMatchObject({ code: 1, err: 'error: None.\n' });
    const interruption = new AbortController();
    answer = (_request, response) => void response.write(ndjson);
    const exporting = cli(`jobs export --output ${file}`, { signal: interruption.signal });
    const parts = () => readdirSync(folder).filter((name) => statSync(join(folder, name)).size > 0);
    expect(await until(parts, ({ length }) => length > 0)).toEqual([
      expect.stringMatching(/^jobs\.ndjson\.\w+\.part$/),
    ]);
    interruption.abort();
    expect(await exporting).toMatchObject({ code: 130, err: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('checks first that the file can be written, keeps links, and never replaces a device', async () => {
    expect(await cli(`jobs export --output ${folder}/no/such/folder.csv`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Cannot write the file .*folder\.csv \(ENOENT\)\.\n$/) as string,
    });
    for (const output of [folder, '/dev/null'])
      expect(await cli(`jobs export --output ${output}`)).toMatchObject({
        code: 2,
        err: `error: ${output} exists and is not a regular file.\n`,
      });
    expect(requests).toEqual([]);
    writeFileSync(join(folder, 'there.csv'), '');
    symlinkSync('there.csv', join(folder, 'link.csv'));
    expect((await cli(`jobs export --output ${folder}/link.csv`)).code).toBe(0);
    expect(readFileSync(join(folder, 'there.csv'), 'utf8')).toBe(csv);
    expect(readdirSync(folder).sort()).toEqual(['link.csv', 'there.csv']);
  });

  it('shows progress only on a terminal', async () => {
    const stderr = terminal();
    expect(await at({ stderr }, `jobs export --output ${folder}/jobs.csv`)).toBe(0);
    expect(stderr.seen.text).toContain('2 jobs, 0.0 MB');
    // The line is cleared at the end.
    expect(stderr.seen.text.endsWith('\r\u001B[2K')).toBe(true);
    const both = terminal();
    expect(await at({ stdout: both, stderr: both }, 'jobs export')).toBe(0);
    expect(both.seen.text).not.toContain(' MB');
  });
});

describe('an export to stdout', () => {
  it('passes bytes through unchanged to a pipe, and escapes control characters on a terminal', async () => {
    expect(await cli('jobs export')).toMatchObject({ code: 0, out: ndjson, err: '' });
    expect(await cli('jobs export --format csv --output -')).toMatchObject({ code: 0, out: csv, err: '' });
    const stdout = terminal();
    expect(await at({ stdout }, 'jobs export --format csv')).toBe(0);
    expect(stdout.seen.text).toBe(csv.replaceAll('\r\n', '\n').replace('\u001b', '\\u001b'));
    expect((await cli('jobs export --json')).values()).toHaveLength(2);
    expect((await cli('jobs export --json --format csv')).code).toBe(2);
  });

  it('that is interrupted is reported, also by the exit code', async () => {
    answer = (_request, response) => void response.write(ndjson, () => response.destroy());
    const { code, out, err } = await cli('jobs export');
    expect({ code, out }).toEqual({ code: 3, out: ndjson });
    expect(err).toMatch(/^error: The export was interrupted after 2 jobs; the output is incomplete.*\.\n$/);
  });

  it('waits for a slow reader', async () => {
    const lines = 5000;
    answer = (_request, response) => response.end(`${'x'.repeat(999)}\n`.repeat(lines));
    let [read, behind, outrun] = [0, false, 0];
    const stdout: Screen & EventEmitter = Object.assign(new EventEmitter(), {
      write: (text: string) => {
        read += text.length;
        if (behind) outrun++;
        behind = true;
        setTimeout(() => {
          behind = false;
          stdout.emit('drain');
        }, 2);
        return false;
      },
    });
    expect(await at({ stdout }, 'jobs export')).toBe(0);
    expect({ read, outrun }).toEqual({ read: lines * 1000, outrun: 0 });
  });
});
