import type { ExportedJobBody } from '../../../shared/contracts/job-export.schema';
import type { ImportBody } from '../../../shared/contracts/import-response.schema';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import { campaign as size } from '../sizes';
import { until } from '../until';
import { createDriver, type CampaignDriver, type Course } from './drive';
import { createRandom, type Random } from './random';
import { countOpenRings, readRings, type Ring } from './rings';
import { createRows, createSettings, toFile, type Row } from './rows';
import { startCampaignService, type CampaignService } from './service';

/** A campaign that has ended, as it can be seen from outside. */
export interface CampaignRun extends Course {
  rows: readonly Row[];
  rings: Ring[];
  import: ImportBody;
  jobs: ExportedJobBody[];
  /** The jobs that were asked about, and those whose contacts refused, with their events. */
  details: Map<string, JobBody>;
  /** When the first call may have been made at the earliest, and when every job had ended. */
  startMs: number;
  endMs: number;
}

/** The row of a job, as its metadata names it. */
export const rowIdOf = ({ Metadata }: Pick<ExportedJobBody, 'Metadata'>): number =>
  Number(Metadata?.['__service_RowID']);

const openStates = ['created', 'scheduled', 'calling'] as const;

/** Imports the rows into a new campaign, and does to it what the size says until every job has ended. */
export async function runCampaign(seed: number, print: (line: string) => void): Promise<CampaignRun> {
  const random = createRandom(seed);
  const rows = createRows(size.rows, random);
  const service = await startCampaignService(size.workers, {
    Name: 'Under control',
    Pacing: size.pacing,
    ...createSettings(size.length, `${size.retrySeconds}s`),
  });
  try {
    const limit = { CallerIDPacing: { MaxConcurrentCalls: size.callerCalls } };
    await service.request('PATCH', '/organization', limit);
    const early = await Promise.all(
      rows
        .filter(({ kind }) => kind === 'suppressed')
        .map(async ({ phoneNumber }) => [phoneNumber, await service.suppress(phoneNumber)] as const),
    );
    const startMs = Date.now();
    const importId = await service.upload(toFile(rows, size.length));
    const imported = () => service.readImport(importId);
    await until(imported, ({ State }) => State !== 'running', size.withinMs);
    const jobs = await service.exportJobs(importId);
    const { asksApartMs: apartMs, withinMs } = size;
    const isIdle = async (): Promise<boolean> =>
      (await countOpenRings(service.mongo)) === 0 && (await imported()).JobsByState.calling === undefined;
    const driver = createDriver({
      service,
      random,
      isIdle,
      jobIds: jobs.map(({ ID }) => ID),
      apartMs,
      withinMs,
      print,
    });
    for (const [phoneNumber, at] of early) driver.course.suppressed.set(phoneNumber, at);
    await drive(driver, rows, random);
    const isOver = ({ JobsByState }: ImportBody): boolean =>
      openStates.every((state) => JobsByState[state] === undefined);
    print('waiting for every job to end');
    const ended = await until(imported, isOver, withinMs);
    const endMs = Date.now();
    return { ...driver.course, rows, startMs, endMs, import: ended, ...(await readResults(service, importId, driver)) };
  } finally {
    await service.end();
  }

  async function readResults(
    { mongo, exportJobs, readJob }: CampaignService,
    importId: string,
    driver: CampaignDriver,
  ) {
    const jobs = await exportJobs(importId);
    const refusing = new Set(rows.filter(({ kind }) => kind === 'refusing').map(({ id }) => id));
    const ids = jobs.filter((job) => refusing.has(rowIdOf(job))).map(({ ID }) => ID);
    const details = new Map<string, JobBody>();
    for (const id of new Set([...ids, ...driver.course.asked.map(({ jobId }) => jobId)]))
      details.set(id, await readJob(id));
    return { jobs, details, rings: await readRings(mongo) };
  }
}

/** The course of the campaign: two pauses, an outage, opt-outs and killed workers, at random moments. */
async function drive(driver: CampaignDriver, rows: readonly Row[], random: Random): Promise<void> {
  const { runStage, pause, outage, killWorker, suppress, restarted } = driver;
  const optOuts = rows.filter(({ kind }) => kind === 'optedOut').map((row) => () => suppress(row));
  const take = (part: number) => optOuts.splice(0, Math.max(1, Math.round(size.rows * 0.02 * part)));
  const asks = (part: number): number => Math.round(size.asks * part);
  const kill = size.killsInCalls ? [killWorker] : [];
  const rung = (part: number) => (seen: { rings: number }) => seen.rings >= size.rows * part;
  const lasts = (ms: number) => (seen: { forMs: number }) => seen.forMs >= ms;

  await runStage({ name: 'rising', asks: asks(0.2), actions: kill, isOver: rung(0.12 + 0.06 * random.next()) });
  const idleKill = async (): Promise<void> => {
    await killWorker();
    await restarted();
  };
  await pause(
    { name: 'first pause', asks: asks(0.12), isOver: lasts(size.pauseMs) },
    size.killsInCalls ? undefined : idleKill,
  );
  await runStage({
    name: 'resumed',
    asks: asks(0.18),
    actions: [...kill, ...take(0.3)],
    isOver: rung(0.35 + 0.1 * random.next()),
  });
  await outage({ name: 'outage', asks: asks(0.15), actions: take(0.2), isOver: lasts(size.outageMs) });
  await runStage({ name: 'in service again', asks: asks(0.12), isOver: rung(0.55 + 0.1 * random.next()) });
  await pause({ name: 'second pause', asks: asks(0.1), actions: take(0.2), isOver: lasts(size.pauseMs) });
  await runStage({ name: 'to the end', asks: size.asks - driver.course.asked.length, actions: [...kill, ...optOuts] });
  await restarted();
}
