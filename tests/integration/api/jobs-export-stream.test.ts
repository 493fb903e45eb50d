import { startTestApi, type TestApi } from '../../support/api';
import { collectGarbage } from '../../support/collect-garbage';
import { until } from '../../support/until';
import { exportedJobs } from '../../support/sizes';
import { beginExport, storeJobs } from './exports';
import { createWorkflowClientDouble } from './workflow-client-double';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';

const megabyte = 1024 * 1024;
let api: TestApi;
let proxy: TcpProxy;
/** Reads of the store, in batches of up to 200 jobs. */
let reads: number;
/** Walks over the store that ended, for any reason. */
let ended: number;

beforeAll(async () => {
  const { hostname, port } = new URL(process.env['OUTDIAL_TEST_MONGODB'] ?? '');
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const mongodbUri = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  api = await startTestApi({ mongodbUri, workflows: createWorkflowClientDouble().workflows });
  const { walk } = api.store.jobLists;
  api.store.jobLists.walk = async function* (...asked) {
    try {
      for await (const jobs of walk(...asked)) {
        reads++;
        yield jobs;
      }
      return undefined;
    } finally {
      ended++;
    }
  };
});
beforeEach(() => {
  reads = 0;
  ended = 0;
});
afterAll(async () => {
  proxy.restore();
  await until(
    () =>
      api.mongo.ping().then(
        () => true,
        () => false,
      ),
    (back) => back,
  );
  await api.stop();
  await proxy.stop();
});

/** Looks in a row that find no further read. A rest that only seems to be one weakens the test; it cannot fail it. */
const stillLooks = 20;

/** Waits until reading has stopped. */
async function readsAtRest(): Promise<number> {
  let [seen, looks] = [reads, 0];
  await until(
    () => {
      if (reads === seen) looks++;
      else [seen, looks] = [reads, 0];
      return looks;
    },
    (still) => still >= stillLooks,
  );
  return seen;
}

const walkEnded = (): Promise<number> =>
  until(
    () => ended,
    (seen) => seen === 1,
  );

describe('an export of thousands of jobs', () => {
  it('contains each job once, and buffers only a few at a time', async () => {
    const caller = await api.anotherCaller();
    await storeJobs(api, caller, exportedJobs.count, exportedJobs.characters);
    const used = (): number => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const response = await beginExport(api, caller);
    const before = used();
    let [bytes, newlines, peak, chunks] = [0, 0, before, 0];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 0x0a) newlines++;
      if (chunks++ % 40 === 0) peak = Math.max(peak, used());
    }
    expect(newlines).toBe(exportedJobs.count);
    expect(bytes).toBeGreaterThan(25 * megabyte);
    expect(peak - before).toBeLessThan(12 * megabyte);
  }, 120_000);
});

describe('an export that is not read completely', () => {
  let jobs: { jobs: string; key: string };
  const count = 1_500;
  const characters = 16_000;
  /** Batches of 250 kB: together more than socket buffers hold. */
  const batches = (count * characters) / 250_000;
  beforeAll(async () => {
    const caller = await api.anotherCaller();
    jobs = caller;
    await storeJobs(api, caller, count, characters);
  }, 120_000);

  it('is read no faster than the client consumes it', async () => {
    const response = await beginExport(api, jobs);
    expect(await readsAtRest()).toBeLessThan(batches);
    response.destroy();
    await walkEnded();
  });

  it('ends when its client disconnects', async () => {
    const response = await beginExport(api, jobs);
    await readsAtRest();
    response.destroy();
    await walkEnded();
    expect(reads).toBeLessThan(batches);
  });

  it('ends when its client disconnects immediately', async () => {
    (await beginExport(api, jobs)).destroy();
    await walkEnded();
  });

  it('is cut off, not ended, if the store fails', async () => {
    const response = await beginExport(api, jobs);
    await readsAtRest();
    proxy.cut();
    const ending = (async () => {
      for await (const _chunk of response) {
        // Consume as fast as possible.
      }
      return 'ended as if it were whole';
    })();
    await expect(ending).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
  });
});
