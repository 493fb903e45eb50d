import { randomBytes } from 'node:crypto';
import { createMongo } from '../../../shared/adapters/mongo/client';
import { createPaths, ended, type Kind } from './paths';
import { collectionsWithHashOf, documents, lastingCollections, filesIn, restore, startedOf, workflows } from './places';
import { imported, refusals, type Imported } from './refusals';
import { newSeeds, seedsIn, type Seeds } from './seeds';
import { startSeededEnv, type SeededEnv } from './seeded-env';
import { createRequest, untilReady } from '../../support/requests';
import { until } from '../../support/until';

jest.setTimeout(300_000);

const real: Kind = { testJob: false, seeds: newSeeds() };
const test: Kind = { testJob: true, seeds: newSeeds() };
const kinds = [real, test];
/** Of each kind, in the same order. */
const lived: { jobIds: string[]; imported: Imported }[] = [];
/** What lay on the disk after a worker was killed in the middle of two calls. */
let spool: Map<string, Buffer>;
let testEnv: SeededEnv;
let campaignId: string;

/** The receivers respond with personal data of the job; the first delivery of a last event is refused. */
function answerWithPersonalData({ receiver }: SeededEnv): void {
  const seen = new Set<string>();
  receiver.behave(({ body, headers }) => {
    const event = JSON.parse(body) as { TestJob: boolean; Data: { State: string } };
    const id = headers['webhook-id'] ?? '';
    const fails = ended.includes(event.Data.State) && !seen.has(id);
    seen.add(id);
    return {
      kind: 'answer',
      status: fails ? 500 : 200,
      body: `received ${(event.TestJob ? test : real).seeds.answer}`,
    };
  });
}

/** Kills the worker in the middle of a call of each kind, and the API in the middle of a request. */
async function faults(): Promise<string[][]> {
  const paths = kinds.map((kind) => createPaths(testEnv, campaignId, kind));
  const inCall = await Promise.all(paths.map((path) => path.longCall()));
  await Promise.all(paths.map((path, index) => path.active(inCall[index] ?? '')));
  await testEnv.worker.kill();
  spool = filesIn(testEnv.processes.folder);
  await testEnv.worker.start();
  const keys = kinds.map(() => randomBytes(9).toString('hex'));
  const asked = paths.map((path, index) => path.waiting(keys[index] ?? ''));
  await testEnv.api.kill();
  await Promise.allSettled(asked);
  await testEnv.api.start();
  await untilReady(testEnv.api.url);
  const waiting = await Promise.all(paths.map((path, index) => path.waiting(keys[index] ?? '')));
  await Promise.all(paths.map((path, index) => path.inState(inCall[index] ?? '', ended)));
  return inCall.map((jobId, index) => [jobId, waiting[index] ?? '']);
}

async function live(kind: Kind): Promise<{ jobIds: string[]; imported: Imported }> {
  const paths = createPaths(testEnv, campaignId, kind);
  const scenarios = await paths.scenarios();
  const file = await imported(testEnv, campaignId, kind);
  const others = await Promise.all([paths.repeated(), paths.stopped(), paths.changed()]);
  await refusals(testEnv, campaignId, kind);
  await Promise.all([...scenarios, ...others].map((jobId) => paths.inState(jobId, ended)));
  expect(await paths.exported()).toContain(kind.seeds.number);
  return { jobIds: [...scenarios, ...others, ...file.jobIds], imported: file };
}

const pendingDeliveries = (): Promise<number> =>
  testEnv.mongo.db.collection('webhook_deliveries').countDocuments({ State: 'pending' });

beforeAll(async () => {
  testEnv = await startSeededEnv();
  const { request, receiver } = testEnv;
  answerWithPersonalData(testEnv);
  expect((await request('POST', '/webhooks', { DestinationURL: receiver.url })).status).toBe(201);
  const campaign = await request<{ CampaignID: string }>('POST', '/campaigns', {
    Name: 'Seeded',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    Agent: { Lines: ['{{ContactName}}, this is about {{Data.topic}}. Does it suit you?'] },
  });
  campaignId = campaign.body.CampaignID;
  lived.push(...(await Promise.all(kinds.map((kind) => live(kind)))));
  const broken = await faults();
  broken.forEach((jobIds, index) => lived[index]?.jobIds.push(...jobIds));
  await until(pendingDeliveries, (count) => count === 0, 120_000);
}, 280_000);
afterAll(() => testEnv.end());

/** The places where seeds of a kind are, with what was found there. */
const placesWith = ({ seeds }: { seeds: Seeds }, places: Map<string, Buffer>): Record<string, string[]> =>
  Object.fromEntries(
    [...places]
      .map(([place, bytes]) => [place, seedsIn(bytes, seeds)] as const)
      .filter(([, found]) => found.length > 0),
  );
const nothing = [{}, {}];
const inBoth = (places: Map<string, Buffer>) => kinds.map((kind) => placesWith(kind, places));
const allSeeds = kinds.map(({ seeds }) => seeds);
const texts = (name: string, text: string) => new Map([[name, Buffer.from(text)]]);

describe('before an erasure, what is known of a contact', () => {
  it('is in no document in clear, but for those of test jobs', async () => {
    const found = await documents(testEnv.mongo.db);
    expect(placesWith(real, found)).toEqual({});
    // That these are found also shows that the search finds what is there.
    expect(placesWith(test, found)).toEqual({
      calls: ['number', 'stopReason'],
      call_messages: ['data', 'name'],
      jobs: ['data', 'name', 'newData', 'number', 'overrides', 'refusingNumber', 'rowData', 'rowName', 'rowNumber'],
      webhook_deliveries: ['answer'],
    });
  });

  it('is found by its number’s hash in the jobs alone', async () => {
    expect(await collectionsWithHashOf(allSeeds, testEnv.mongo.db)).toEqual(['jobs']);
  });

  it('is in no file of the database in clear, nor on the disk of a worker that was killed in a call', () => {
    const files = filesIn(testEnv.processes.folder);
    expect([...spool.keys()].some((name) => name.includes('spool'))).toBe(true);
    expect(placesWith(real, files)).toEqual({});
    expect(placesWith(real, spool)).toEqual({});
    const ofTestJobs = { ...placesWith(test, files), ...placesWith(test, spool) };
    expect(Object.keys(ofTestJobs).filter((name) => !name.startsWith('mongodb'))).toEqual([]);
    expect(Object.keys(ofTestJobs)).not.toEqual([]);
  });

  it('is in no history, summary or search attribute of any workflow', async () => {
    const found = await workflows(testEnv.temporal.client);
    const ids = [...found.keys()].join();
    const jobIds = lived.flatMap((kind) => kind.jobIds);
    for (const jobId of await startedOf(testEnv.mongo.db, jobIds)) expect(ids).toContain(`job/${jobId}`);
    for (const kind of ['webhook', 'import']) expect(ids).toContain(kind);
    expect(inBoth(found)).toEqual(nothing);
  });

  it('is in no log, metric or trace', async () => {
    const { api, worker, servers, traces } = testEnv;
    const logs = [api, worker, ...servers].map((process) => process.printed()).join('\n');
    const metrics = await testEnv.metrics();
    for (const { jobIds } of lived) expect(logs).toContain(jobIds[0]);
    expect(metrics).toContain('outdial_');
    expect(traces()).toContain(lived[0]?.jobIds[0]);
    expect(inBoth(texts('logs', logs))).toEqual(nothing);
    expect(inBoth(texts('metrics', metrics))).toEqual(nothing);
    expect(inBoth(texts('traces', traces()))).toEqual(nothing);
  });

  it('is in no refusal, header or webhook', () => {
    const { answers, receiver } = testEnv;
    const sent = JSON.stringify(receiver.received);
    for (const { jobIds } of lived) expect(sent).toContain(jobIds[0]);
    expect(answers.errors.length).toBeGreaterThan(40);
    expect(inBoth(texts('refusals', answers.errors.join('\n')))).toEqual(nothing);
    expect(inBoth(texts('headers', answers.headers.join('\n')))).toEqual(nothing);
    expect(inBoth(texts('webhooks', sent))).toEqual(nothing);
  });

  it('comes back to who sent a bad row, in that cell alone, and is masked in every later report', () => {
    kinds.forEach((kind, index) => {
      const { toSender = '', report = '' } = lived[index]?.imported ?? {};
      expect(placesWith(kind, texts('toSender', toSender))).toEqual({ toSender: ['badRowData', 'badRowNumber'] });
      expect(report).toContain('invalid_value');
      expect(placesWith(kind, texts('report', report))).toEqual({});
    });
  });
});

describe('a backup that is restored where the master key is not', () => {
  const database = 'restored';
  it('shows nothing of a contact: not in its documents, not to who asks, not in the log', async () => {
    const { mongo, mongoUri, processes, env, key } = testEnv;
    const restored = createMongo({ MONGODB_URI: mongoUri, MONGODB_DATABASE: database });
    await restore(mongo.db, restored.db);
    const found = await documents(restored.db);
    await restored.close();
    expect(lastingCollections(found)).toEqual(lastingCollections(await documents(mongo.db)));
    expect(placesWith(real, found)).toEqual({});

    const OUTDIAL_MASTER_KEY = randomBytes(32).toString('base64');
    const api = await processes.api({ ...env, OUTDIAL_MASTER_KEY, MONGODB_DATABASE: database });
    const request = createRequest(api.url, key);
    await untilReady(api.url);
    const [[realJob], [testJob]] = lived.map(({ jobIds }) => jobIds) as [string[], string[]];
    const jobs = `/campaigns/${campaignId}/jobs`;
    const search = `${jobs}/search?search=${encodeURIComponent(real.seeds.number)}`;
    // A test job is in the clear, but the proof that it may be needs the master key too.
    const ofJobs = [realJob, `${realJob}?events=1`, `${realJob}/schedule`, testJob].map((path) => `${jobs}/${path}`);
    const answers = await Promise.all(
      [...ofJobs, jobs, search].map(async (path) => ({ path, ...(await request('GET', path)) })),
    );
    for (const { path, status, body } of answers)
      expect([path, status, body]).toMatchObject([path, 500, { code: 'key_unavailable' }]);
    expect(api.running()).toBe(true);
    expect(placesWith(real, texts('answers', JSON.stringify(answers.map(({ body }) => body))))).toEqual({});
    expect(inBoth(texts('log', api.printed()))).toEqual(nothing);
    expect(api.printed()).toContain(`The key of v2/${realJob}/org_default does not open`);
    await api.kill();
  });
});

describe('after an erasure, what was known of a contact', () => {
  let deleted: string[];
  beforeAll(async () => {
    const jobs = testEnv.mongo.db.collection<{ _id: string; State: string }>('jobs');
    deleted = lived.flatMap(({ jobIds }) => jobIds);
    for (const jobId of deleted)
      expect((await testEnv.request('DELETE', `/campaigns/${campaignId}/jobs/${jobId}`)).status).toBe(202);
    await until(
      () => jobs.countDocuments({ _id: { $in: deleted }, State: { $ne: 'deleted' } }),
      (left) => left === 0,
      180_000,
    );
    await until(pendingDeliveries, (count) => count === 0, 60_000);
    // Jobs without personal data are not erased; the receivers respond with personal data to these, too.
    await testEnv.mongo.db.collection('webhook_deliveries').deleteMany({ JobID: { $nin: deleted } });
  });

  it('is in no document and no file, sealed or not, of either kind', async () => {
    expect(inBoth(await documents(testEnv.mongo.db))).toEqual(nothing);
    expect(await collectionsWithHashOf(allSeeds, testEnv.mongo.db)).toEqual([]);
    const files = filesIn(testEnv.processes.folder);
    expect(placesWith(real, files)).toEqual({});
    // What was once written in clear stays in the database's own file until that space is used again.
    const ofTestJobs = Object.keys(placesWith(test, files));
    expect(ofTestJobs.filter((name) => !name.startsWith('mongodb'))).toEqual([]);
    const jobs = testEnv.mongo.db.collection<{ _id: string }>('jobs');
    expect(await jobs.countDocuments({ _id: { $in: deleted }, DataKey: { $exists: true } })).toBe(0);
    const audio = await testEnv.mongo.db.collection('recordings.chunks').countDocuments();
    expect(audio).toBe(0);
  });

  it('is in no answer, and the histories of its jobs are gone', async () => {
    const answers = await Promise.all(
      deleted.map((jobId) => testEnv.request('GET', `/campaigns/${campaignId}/jobs/${jobId}?events=1`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(inBoth(texts('answers', JSON.stringify(answers.map(({ body }) => body))))).toEqual(nothing);
    const found = await workflows(testEnv.temporal.client);
    expect(inBoth(found)).toEqual(nothing);
    const left = [...found.keys()].filter((id) => id.startsWith('job/'));
    expect(left.filter((id) => deleted.some((jobId) => id.includes(jobId)))).toEqual([]);
    expect(inBoth(texts('log', [testEnv.api, testEnv.worker].map((process) => process.printed()).join()))).toEqual(
      nothing,
    );
  });
});
