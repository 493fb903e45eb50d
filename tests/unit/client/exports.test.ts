import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutdialClient, OutdialConnectionError, type OutdialClientOptions } from '@outdial/client';
import { collectGarbage } from '../../support/collect-garbage';

const campaign = 'campaign_1';
const line = (n: number): string => `${JSON.stringify({ ID: `job_${n}` })}\n`;
const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );

/** Creates a client of an API with a scripted response. */
function createClient(answer: (request: Request) => Response, options: Partial<OutdialClientOptions> = {}) {
  const requests: Request[] = [];
  const client = createOutdialClient({
    baseUrl: 'https://api.test',
    apiKey: 'od_secret',
    sleep: () => Promise.resolve(),
    fetch: (request) => {
      requests.push(request);
      return Promise.resolve(answer(request));
    },
    ...options,
  });
  return { client, requests };
}
/** Streams a file in these chunks; records how many were taken and whether the rest was canceled. */
function streamFile(pieces: Iterable<string | Uint8Array>) {
  const seen = { taken: 0, canceled: false };
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const next = iterator.next();
        if (next.done === true) {
          controller.close();
          return;
        }
        seen.taken++;
        controller.enqueue(typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value);
      },
      cancel: () => void (seen.canceled = true),
    },
    { highWaterMark: 0 },
  );
  return { seen, answer: () => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }) };
}

describe('the query of a list of jobs', () => {
  const noon = new Date('2026-11-21T12:00:00+01:00');
  it.each([
    ['one state', { state: 'failed' }, { state: ['failed'] }],
    ['several states', { state: ['failed', 'canceled'] }, { state: ['failed', 'canceled'] }],
    ['no test jobs', { test: false }, { test: ['false'] }],
    ['an import', { import_id: 'import_1' }, { import_id: ['import_1'] }],
    ['a date', { created_after: noon }, { created_after: ['2026-11-21T11:00:00.000Z'] }],
    ['an instant', { created_before: '2026-11-21T12:00+01:00' }, { created_before: ['2026-11-21T12:00+01:00'] }],
    ['newest first', { by_time: true, limit: 5 }, { by_time: ['true'], limit: ['5'] }],
  ] as const)('is sent with lists and with exports (%s)', async (_name, query, sent) => {
    const { client, requests } = createClient(({ headers }) =>
      headers.get('accept')?.includes('ndjson') === true ? streamFile([]).answer() : Response.json({ Jobs: [] }),
    );
    await client.jobs.list(campaign, query);
    await collect(client.jobs.all(campaign, query));
    await collect(client.jobs.export(campaign, query));
    await client.jobs.exportFile(campaign, 'ndjson', { ...query, fields: 'import' });
    const asked = requests.map(({ url }) => {
      const { searchParams } = new URL(url);
      return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
    });
    expect(asked).toEqual([sent, sent, sent, { ...sent, fields: ['import'] }]);
  });

  it('never selects all jobs because of an empty list of states', async () => {
    const { client, requests } = createClient(() => streamFile([]).answer());
    await expect(client.jobs.list(campaign, { state: [] })).rejects.toThrow(TypeError);
    await expect(collect(client.jobs.export(campaign, { state: [] }))).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });
});

describe('an export', () => {
  it('yields each job, whatever its text and wherever the network splits it', async () => {
    const jobs = ['a\u2028b\u0085c', 'Zoë ☎ 日本 🎉', '\\n"\n', ''].map((ContactName, n) => ({
      ID: `job_${n}`,
      ContactName,
    }));
    const bytes = Buffer.from(jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
    for (const size of [1, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      );
      const { client, requests } = createClient(streamFile(pieces).answer);
      expect(await collect(client.jobs.export(campaign))).toEqual(jobs);
      expect(requests[0]?.headers.get('accept')).toBe('application/x-ndjson');
    }
  });

  it('is read no faster than its jobs are consumed, and aborted with the loop', async () => {
    const piece = Array.from({ length: 1000 }, (_, n) => line(n))
      .join('')
      .padEnd(64 * 1024, '\n');
    const endless = function* () {
      for (;;) yield piece;
    };
    const file = streamFile(endless());
    const { client } = createClient(file.answer);
    let seen = 0;
    for await (const job of client.jobs.export(campaign)) {
      if (job.ID === 'job_0') seen++;
      // It reads up to 1 MB ahead, which is 16 chunks, and no more until they are consumed.
      expect(file.seen.taken).toBeLessThanOrEqual(Math.ceil(seen / 16) * 16);
      if (seen === 40) break;
    }
    expect(file.seen.canceled).toBe(true);
  });

  it('starts like every request: it is retried, and an error response is thrown', async () => {
    const busy = () => Response.json({ code: 'store_unavailable' }, { status: 503 });
    let tries = 0;
    const { client } = createClient(() => (++tries < 3 ? busy() : streamFile([line(1)]).answer()));
    expect(await collect(client.jobs.export(campaign))).toEqual([{ ID: 'job_1' }]);
    const refused = createClient(() => Response.json({ code: 'campaign_not_found', detail: 'None.' }, { status: 404 }));
    for (const asked of [
      collect(refused.client.jobs.export(campaign)),
      refused.client.jobs.exportFile(campaign, 'csv'),
    ])
      expect(await catchError(asked)).toMatchObject({ name: 'OutdialError', status: 404, code: 'campaign_not_found' });
    expect(refused.requests).toHaveLength(2);
  });
});

describe('a truncated response', () => {
  let server: Server;
  let url: string;
  /** The server's behavior after it has sent the response headers. */
  let behave: (response: ServerResponse) => void;
  let requests: number;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests++;
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      behave(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (requests = 0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = () => createOutdialClient({ baseUrl: url, apiKey: 'od_secret' });
  const call = { campaignID: campaign, jobID: 'job_1', callID: 'call_1' };
  const cutAfter = (text: string) => (response: ServerResponse) => {
    response.write(text, () => response.destroy());
  };

  it('is never accepted as complete: the received jobs are yielded, then it fails', async () => {
    // Also cut between two lines, where only the missing end of the response reveals it.
    for (const text of [line(1) + line(2), `${line(1)}${line(2)}{"ID":"jo`]) {
      behave = cutAfter(text);
      const seen: string[] = [];
      const read = async () => {
        for await (const { ID } of client().jobs.export(campaign)) seen.push(ID);
      };
      const error = await catchError(read());
      expect(error).toBeInstanceOf(OutdialConnectionError);
      expect(error).toMatchObject({ message: expect.stringContaining('truncated') as string });
      expect(seen).toEqual(['job_1', 'job_2']);
    }
    // Yielded jobs cannot be taken back, so the request is not retried.
    expect(requests).toBe(2);
  });

  it('fails as a file and as a recording, too', async () => {
    behave = cutAfter('"ID"\r\n"job_1"\r\n');
    for (const answer of [
      await client().jobs.exportFile(campaign, 'csv'),
      await client().jobs.exportFile(campaign, 'ndjson'),
      await client().calls.recording(call, 'merged.mp3'),
    ])
      expect(await catchError(answer.text())).toBeInstanceOf(OutdialConnectionError);
  });

  it('fails even if an intermediary ends it within a line as if it were complete', async () => {
    behave = (response) => response.end(`${line(1)}{"ID":"jo`);
    expect(await catchError(collect(client().jobs.export(campaign)))).toMatchObject({
      name: 'OutdialConnectionError',
      cause: { message: 'The body ends within a line.' },
    });
    const { calls } = client();
    expect(await (await calls.recording(call, 'merged.mp3')).text()).toMatch(/"jo$/);
  });

  it('is aborted immediately by the caller, even after a garbage collection', async () => {
    const left = new Promise<void>((resolve) => {
      behave = (response) => {
        response.write(line(1));
        response.once('close', resolve);
      };
    });
    const enough = new AbortController();
    const read = async () => {
      for await (const { ID } of client().jobs.export(campaign, {}, { signal: enough.signal })) {
        expect(ID).toBe('job_1');
        setImmediate(() => {
          collectGarbage();
          enough.abort(new Error('Enough.'));
        });
      }
    };
    await expect(read()).rejects.toThrow('Enough.');
    await left;
  });
});
