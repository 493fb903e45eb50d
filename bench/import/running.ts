import { createStopwatch, measureP95While } from '../timing';
import type { Measured } from '../report';
import { measureBareStarts } from './bare-starts';
import { cpuSeconds, memoryMb, openService, type MeasuredService } from './programs';
import { toNdjson, createContacts } from './rows';
import type { TestProcess } from '../../tests/support/processes';
import { until } from '../../tests/support/until';

const key = 'od_bench_0123456789abcdefghij';
const fileRows = 100_000;
const warmRows = 500;
const pollIntervalMs = 250;
/** With fewer responses, the slowest 5 % are random. */
const idleMs = 20_000;
const jobs = '/campaigns/campaign_demo/jobs';

interface ImportAnswer {
  ID: string;
  State: string;
  RowsDone: number;
  JobsByState?: Record<string, number>;
}

/** Overrides for jobs that wait after they are planned. */
const far = { Overrides: { Constraints: { MinCreationDelay: '1000h' } } };
const fileOf = (rows: number): string =>
  toNdjson(createContacts(rows).map(({ ContactPhoneNumber }) => ({ ContactPhoneNumber, ...far })));

function clientOf(url: string) {
  const headers = { authorization: `Bearer ${key}` };
  const get = async <T>(path: string): Promise<T> => (await (await fetch(url + path, { headers })).json()) as T;
  const upload = async (rows: number): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([fileOf(rows)], { type: 'application/x-ndjson' }), 'contacts.ndjson');
    const answer = await fetch(`${url}${jobs}/bulk`, { method: 'POST', headers, body: form });
    return ((await answer.json()) as { ImportID: string }).ImportID;
  };
  return { get, upload, look: (id: string) => get<ImportAnswer>(`/imports/${id}`) };
}
type Api = ReturnType<typeof clientOf>;

/** Tracks the peak resident memory, relative to the start. */
function watchMemory(program: TestProcess) {
  const before = memoryMb(program);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memoryMb(program))), pollIntervalMs);
  return () => {
    clearInterval(timer);
    return { before, growth: most - before };
  };
}

/** Imports and plans some jobs first, so that one-time allocations do not count as growth. */
async function warm({ upload, look }: Api): Promise<void> {
  const id = await upload(warmRows);
  await until(
    () => look(id),
    ({ JobsByState }) => JobsByState?.['scheduled'] === warmRows,
    120_000,
  );
}

async function importRows(api: Api, rows: number) {
  const seconds = createStopwatch();
  const id = await api.upload(fileRows);
  const answerSeconds = seconds();
  const working = createStopwatch();
  let done = 0;
  while (done < Math.min(rows, fileRows)) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { Imports } = await api.get<{ Imports: ImportAnswer[] }>('/imports');
    done = Imports.find(({ ID }) => ID === id)?.RowsDone ?? 0;
  }
  const perSecond = done / working();
  const { JobsByState } = await api.look(id);
  return { answerSeconds, perSecond, done, planned: JobsByState?.['scheduled'] ?? 0 };
}

/**
 * Uploads a file of 100,000 rows (10 MB) and waits until the requested number of rows have their jobs: a job exists when its
 * document is stored and its workflow is started. Bare starts are measured on the same server before and after, because other
 * load on the machine varies. Memory is the peak resident set during the import minus the one right before it, after warm-up.
 */
export async function measureImport(rows: number, bareStarts = 3_000): Promise<Measured[]> {
  const service = await openService(key);
  try {
    return await measureOn(service, rows, bareStarts);
  } finally {
    await service.end();
  }
}

async function measureOn(service: MeasuredService, rows: number, bareStarts: number): Promise<Measured[]> {
  const before = await measureBareStarts(service.temporalAddress, bareStarts, 'before');
  const { api, worker } = await service.start();
  const client = clientOf(api.url);
  const ask = (): Promise<unknown> => client.get('/campaigns/campaign_demo');
  await warm(client);
  let idling = true;
  setTimeout(() => (idling = false), idleMs);
  const idle = await measureP95While(ask, () => idling);
  const [apiMemory, workerMemory] = [watchMemory(api), watchMemory(worker)];
  const cpu = cpuSeconds(worker);
  let going = true;
  const answers = measureP95While(ask, () => going);
  const { answerSeconds, perSecond, done, planned } = await importRows(client, rows);
  going = false;
  const busy = await answers;
  const [ofApi, ofWorker] = [apiMemory(), workerMemory()];
  const workerMs = ((cpuSeconds(worker) - cpu) * 1000) / done;
  await Promise.all([api.kill(), worker.kill()]);
  const after = await measureBareStarts(service.temporalAddress, bareStarts, 'after');
  const bare = (before + after) / 2;
  const memory = (of: string, { before: mb, growth }: typeof ofApi): Measured => ({
    what: `memory of the ${of} during an import, growth in MB`,
    value: growth,
    target: { atMost: 100 },
    detail: `from ${mb.toFixed(0)} MB`,
  });
  return [
    {
      what: 'jobs of an import per second ÷ bare starts with a delay',
      value: perSecond / bare,
      target: { atLeast: 0.6 },
      detail: `${perSecond.toFixed(0)}/s ÷ ${before.toFixed(0)} and ${after.toFixed(0)}/s; ${done} rows (${planned} planned so far), ${workerMs.toFixed(1)} ms of processor time in the worker each`,
    },
    { what: 'response to the upload of 100,000 rows, s', value: answerSeconds, target: { atMost: 2 }, detail: '' },
    memory('API', ofApi),
    memory('worker', ofWorker),
    {
      what: 'p95 of other requests during an import ÷ idle',
      value: busy / idle,
      target: { atMost: 3 },
      detail: `${busy.toFixed(1)} ms ÷ ${idle.toFixed(1)} ms`,
    },
  ];
}
