import { median } from '../load';
import { createStopwatch, measureWhile, p95Of } from '../timing';
import type { Measured } from '../report';
import { measureBareStarts } from './bare-starts';
import { cpuSeconds, memoryMb, openService, type MeasuredService } from './programs';
import { toNdjson, createContacts } from './rows';
import type { TestProcess } from '../../tests/support/processes';
import { until } from '../../tests/support/until';

const key = 'od_bench_0123456789abcdefghij';
const fileRows = 100_000;
const warmRows = 500;
const rounds = 4;
const bareStarts = 1_500;
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

/** Imports a file. @returns rows per second, and how many of their jobs were planned by then */
async function importRows(api: Api, rows: number) {
  const working = createStopwatch();
  const id = await api.upload(rows);
  await until(
    async () => {
      const { Imports } = await api.get<{ Imports: ImportAnswer[] }>('/imports');
      return Imports.find(({ ID }) => ID === id)?.RowsDone ?? 0;
    },
    (done) => done === rows,
    300_000,
  );
  const perSecond = rows / working();
  return { perSecond, planned: (await api.look(id)).JobsByState?.['scheduled'] ?? 0 };
}

/**
 * Imports files and starts bare workflows in turn, because other load on the machine varies: a job exists when its document
 * is stored and its workflow is started. At last it uploads a file of 100,000 rows (10 MB). Memory is the peak resident set
 * during the imports minus the one right before them, after warm-up.
 * @param rows of all imports together
 */
export async function measureImport(rows: number): Promise<Measured[]> {
  const service = await openService(key);
  try {
    return await measureOn(service, rows);
  } finally {
    await service.end();
  }
}

/** Alternates imports and bare starts. @returns what each round measured */
async function measureRounds({ temporalAddress }: MeasuredService, client: Api, rowsOfRound: number) {
  const measured: { bare: number; perSecond: number; planned: number; answersMs: number[] }[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await measureBareStarts(temporalAddress, bareStarts, round);
    let going = true;
    const answers = measureWhile(
      () => client.get('/campaigns/campaign_demo'),
      () => going,
    );
    const { perSecond, planned } = await importRows(client, rowsOfRound);
    going = false;
    measured.push({ bare, perSecond, planned, answersMs: await answers });
  }
  return measured;
}

async function measureOn(service: MeasuredService, rows: number): Promise<Measured[]> {
  const rowsOfRound = Math.ceil(rows / rounds);
  const { api, worker } = await service.start();
  const client = clientOf(api.url);
  await warm(client);
  let idling = true;
  setTimeout(() => (idling = false), idleMs);
  const idle = p95Of(
    await measureWhile(
      () => client.get('/campaigns/campaign_demo'),
      () => idling,
    ),
  );
  const [apiMemory, workerMemory] = [watchMemory(api), watchMemory(worker)];
  const cpu = cpuSeconds(worker);
  const measured = await measureRounds(service, client, rowsOfRound);
  const workerMs = ((cpuSeconds(worker) - cpu) * 1000) / (rowsOfRound * rounds);
  const answering = createStopwatch();
  await client.upload(fileRows);
  const answerSeconds = answering();
  const [ofApi, ofWorker] = [apiMemory(), workerMemory()];
  await Promise.all([api.kill(), worker.kill()]);
  const busy = p95Of(measured.flatMap(({ answersMs }) => answersMs));
  const planned = measured.reduce((sum, round) => sum + round.planned, 0);
  const perRound = measured.map(({ perSecond, bare }) => `${perSecond.toFixed(0)} ÷ ${bare.toFixed(0)}`).join(', ');
  const memory = (of: string, { before: mb, growth }: typeof ofApi): Measured => ({
    what: `memory of the ${of} during an import, growth in MB`,
    value: growth,
    target: { atMost: 100 },
    detail: `from ${mb.toFixed(0)} MB`,
  });
  return [
    {
      what: 'jobs of an import per second ÷ bare starts with a delay',
      value: median(measured.map(({ perSecond, bare }) => perSecond / bare)),
      target: { atLeast: 0.6 },
      detail: `per second in each round: ${perRound}; ${rowsOfRound * rounds} rows (${planned} planned), ${workerMs.toFixed(1)} ms of processor time in the worker each`,
    },
    { what: 'response to the upload of 100,000 rows, s', value: answerSeconds, target: { atMost: 2 }, detail: '' },
    memory('API', ofApi),
    memory('worker', ofWorker),
    {
      what: 'p95 of other requests during an import ÷ idle',
      value: busy / idle,
      target: { atMost: 2 },
      detail: `${busy.toFixed(1)} ms ÷ ${idle.toFixed(1)} ms`,
    },
  ];
}
