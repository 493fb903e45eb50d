import { startTestApi, type TestApi } from '../../support/api';
import { collectGarbage } from '../../support/collect-garbage';
import { until } from '../../support/until';
import { beginExport, storeJobs } from './exports';
import { createFlowsDouble } from './workflow-client-double';
import { startSwitchableProxy, type SwitchableProxy } from './switchable-proxy';

const megabyte = 1024 * 1024;
let api: TestApi;
let proxy: SwitchableProxy;
/** Reads of the store, in parts of up to 200 jobs. */
let reads: number;
/** Walks over the store that came to an end, whichever. */
let ended: number;

beforeAll(async () => {
  const { hostname, port } = new URL(process.env['OUTDIAL_TEST_MONGODB'] ?? '');
  proxy = await startSwitchableProxy({ host: hostname, port: Number(port) });
  const mongodbUri = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  api = await startTestApi({ mongodbUri, workflows: createFlowsDouble().workflows });
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
  proxy.mend();
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

/** Waits until nobody reads on. */
async function readsAtRest(): Promise<number> {
  let seen = reads;
  let since = Date.now();
  await until(
    () => {
      if (reads !== seen) [seen, since] = [reads, Date.now()];
      return Date.now() - since;
    },
    (stillMs) => stillMs > 500,
  );
  return seen;
}

const walkEnded = (): Promise<number> =>
  until(
    () => ended,
    (seen) => seen === 1,
  );

describe('an export of 20,000 jobs', () => {
  it('holds each of them once, and keeps a few of them in memory at a time', async () => {
    const caller = await api.anotherCaller();
    await storeJobs(api, caller, 20_000, 1_200);
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
    expect(newlines).toBe(20_000);
    expect(bytes).toBeGreaterThan(25 * megabyte);
    expect(peak - before).toBeLessThan(12 * megabyte);
  }, 60_000);
});

describe('an export that nobody reads to its end', () => {
  let jobs: { jobs: string; key: string };
  /** 15 parts of 3 MB: more than what sockets hold on the way. */
  const parts = 15;
  beforeAll(async () => {
    const caller = await api.anotherCaller();
    jobs = caller;
    await storeJobs(api, caller, parts * 200, 16_000);
  }, 60_000);

  it('is not read further than the client takes it', async () => {
    const response = await beginExport(api, jobs);
    expect(await readsAtRest()).toBeLessThan(parts);
    response.destroy();
    await walkEnded();
  });

  it('ends with its client', async () => {
    const response = await beginExport(api, jobs);
    const before = await readsAtRest();
    response.destroy();
    await walkEnded();
    expect(reads).toBeLessThanOrEqual(before + 1);
    expect(before).toBeLessThan(parts);
  });

  it('ends with a client that goes at once', async () => {
    (await beginExport(api, jobs)).destroy();
    await walkEnded();
  });

  it('whose store breaks off is cut, not ended', async () => {
    const response = await beginExport(api, jobs);
    await readsAtRest();
    proxy.cut();
    const ending = (async () => {
      for await (const _chunk of response) {
        // Taken as fast as it comes.
      }
      return 'ended as if it were whole';
    })();
    await expect(ending).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
  });
});
