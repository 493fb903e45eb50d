import { startMongoForTests, startTemporalForTests } from '../../tests/support/servers';
import { bareStartsPerSecond } from './bare-starts';
import { freePort, startProgram } from './programs';
import { asNdjson, contacts } from './rows';

const key = 'od_bench_0123456789abcdefghij';
const bareStarts = 3_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks every 50 ms until told to end. @returns the 95th percentile of the answer times, in ms */
async function p95While(ask: () => Promise<unknown>, goesOn: () => boolean): Promise<number> {
  const times: number[] = [];
  while (goesOn()) {
    const begin = performance.now();
    await ask();
    times.push(performance.now() - begin);
    await pause(50);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}

const forSeconds = (seconds: number): (() => boolean) => {
  const until = Date.now() + seconds * 1000;
  return () => Date.now() < until;
};

/**
 * Uploads a file of 100,000 rows (10 MB) and watches until so many rows have their jobs. The bare starts are measured on the same server,
 * before it.
 */
export async function measureImport(rows: number, root: string): Promise<void> {
  const [temporal, mongo, port] = await Promise.all([startTemporalForTests(), startMongoForTests(), freePort()]);
  const env = {
    MONGODB_URI: mongo.uri,
    TEMPORAL_ADDRESS: temporal.address,
    OUTDIAL_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DEMO: 'true',
    PORT: String(port),
  };
  const before = await bareStartsPerSecond(temporal.address, bareStarts, 'before');
  const [api, worker] = await Promise.all([startProgram('api', root, env), startProgram('worker', root, env)]);
  const headers = { authorization: `Bearer ${key}` };
  const url = `http://127.0.0.1:${port}`;
  const get = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(url + path, { headers })).json()) as Record<string, unknown>;
  try {
    await pause(3_000);
    const idle = await p95While(() => get('/campaigns/campaign_demo'), forSeconds(5));
    const memory = { api: api.memoryMb(), worker: worker.memoryMb() };
    const most = { ...memory };
    const far = { Overrides: { Constraints: { MinCreationDelay: '1000h' } } };
    const form = new FormData();
    const lines = contacts(100_000).map(({ ContactPhoneNumber }) => ({ ContactPhoneNumber, ...far }));
    form.append('file', new Blob([asNdjson(lines)], { type: 'application/x-ndjson' }), 'contacts.ndjson');
    const begin = performance.now();
    const uploaded = await fetch(`${url}/campaigns/campaign_demo/jobs/bulk`, { method: 'POST', headers, body: form });
    const { ImportID } = (await uploaded.json()) as { ImportID: string };
    console.log(`answer to the upload           ${((performance.now() - begin) / 1000).toFixed(2)} s (target 2)`);
    let going = true;
    const p95 = p95While(
      () => get('/campaigns/campaign_demo'),
      () => going,
    );
    const watched = performance.now();
    let done = 0;
    while (done < Math.min(rows, 100_000)) {
      await pause(1_000);
      const { Imports } = (await get('/imports')) as { Imports?: { ID: string; RowsDone: number }[] };
      done = Imports?.find(({ ID }) => ID === ImportID)?.RowsDone ?? 0;
      most.api = Math.max(most.api, api.memoryMb());
      most.worker = Math.max(most.worker, worker.memoryMb());
    }
    const rate = done / ((performance.now() - watched) / 1000);
    going = false;
    const busy = await p95;
    // Before and after, since a neighbour on the machine comes and goes; the programs have ended by then, as they had not begun before.
    await Promise.all([api.stop(), worker.stop()]);
    const after = await bareStartsPerSecond(temporal.address, bareStarts, 'after');
    const bare = (before + after) / 2;
    console.log(`bare starts with a timer       ${before.toFixed(0)} and ${after.toFixed(0)} a second`);
    console.log(
      `jobs made                      ${rate.toFixed(0)} a second, ${(rate / bare).toFixed(2)} of bare starts (target 0.6), ${done} rows`,
    );
    console.log(`memory of the API              +${(most.api - memory.api).toFixed(0)} MB (target 100)`);
    console.log(`memory of the worker           +${(most.worker - memory.worker).toFixed(0)} MB (target 100)`);
    console.log(
      `p95 of other requests          ${busy.toFixed(1)} ms, ${(busy / idle).toFixed(1)} times idle (target 3)`,
    );
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await Promise.all([temporal.stop(), mongo.stop()]);
  }
}
