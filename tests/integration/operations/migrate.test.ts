import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { indexPlan, retiredIndexes, schemaVersion } from '../../../shared/adapters/mongo/indexes';
import { migrate } from '../../../shared/adapters/mongo/migrate';
import { checkSchema, compareSchema, schemaDocuments } from '../../../shared/adapters/mongo/schema';
import { createPrerequisites, createChecks } from '../../../shared/adapters/prerequisites';
import { createTemporal } from '../../../shared/adapters/temporal/client';
import { outdial } from '../../support/command-line';
import { setting } from '../../support/setting';
import { until } from '../../support/until';

let mongo: Mongo;
let env: Record<string, string>;
beforeEach(() => {
  env = {
    MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'),
    MONGODB_DATABASE: `migrate_${randomBytes(6).toString('hex')}`,
  };
  mongo = createMongo(env as { MONGODB_URI: string; MONGODB_DATABASE: string });
});
afterEach(async () => {
  await mongo.db.dropDatabase();
  await mongo.close();
});

const namesOf = async (collection: string): Promise<string[]> =>
  (await mongo.db.collection(collection).listIndexes().toArray()).map(({ name }) => String(name));

describe('a migration', () => {
  it('creates every index of the plan, and then has nothing to do', async () => {
    expect(await checkSchema(mongo.db)).toMatchObject({ state: 'outdated', storedVersion: undefined });
    expect(await migrate(mongo.db)).toHaveLength(indexPlan.length);
    expect(await migrate(mongo.db)).toEqual([]);
    expect(await checkSchema(mongo.db)).toEqual({ state: 'current', storedVersion: schemaVersion, missing: [] });
  });

  it('is made once by processes that migrate at the same time', async () => {
    const made = await Promise.all([migrate(mongo.db), migrate(mongo.db), migrate(mongo.db)]);
    expect(made.map((changes) => changes.length).sort((a, b) => a - b)).toEqual([0, 0, indexPlan.length]);
  });

  it('drops what only earlier versions need on request, and never what it does not know', async () => {
    const [retired] = retiredIndexes;
    const collection = mongo.db.collection(retired!.collection);
    const [old, foreign] = await collection.createIndexes([{ key: retired!.key }, { key: { Mine: 1 } }]);
    await migrate(mongo.db);
    expect(await namesOf(retired!.collection)).toEqual(expect.arrayContaining([old, foreign]));
    await migrate(mongo.db, { dropRetired: true });
    expect(await namesOf(retired!.collection)).not.toContain(old);
    expect(await namesOf(retired!.collection)).toContain(foreign);
  });

  it('replaces an index that has other options', async () => {
    await mongo.db.collection('api_keys').createIndexes([{ key: { Hash: 1 } }]);
    expect((await checkSchema(mongo.db)).missing).toContain('api_keys.Hash_1');
    const changes = await migrate(mongo.db);
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'replace', index: 'Hash_1' }));
    expect(await compareSchema(mongo.db)).toEqual([]);
  });

  it('replaces an index of every document by one of the documents that have the field', async () => {
    await mongo.db.collection('jobs').createIndexes([{ key: { CampaignID: 1, EndedMS: 1 } }]);
    expect((await checkSchema(mongo.db)).missing).toContain('jobs.CampaignID_1_EndedMS_1');
    expect(await migrate(mongo.db)).toContainEqual(
      expect.objectContaining({ kind: 'replace', index: 'CampaignID_1_EndedMS_1' }),
    );
    expect(await compareSchema(mongo.db)).toEqual([]);
  });

  it('waits for another process until its deadline, and takes over from one that died', async () => {
    const lock = (LockedUntilMS: number) =>
      schemaDocuments(mongo.db).updateOne(
        { _id: 'schema' },
        { $set: { LockedBy: 'another', LockedUntilMS } },
        { upsert: true },
      );
    await lock(Date.now() + 60_000);
    await expect(migrate(mongo.db, { timeoutMs: 100 })).rejects.toThrow('Another process migrates');
    await lock(Date.now() - 1);
    expect(await migrate(mongo.db)).toHaveLength(indexPlan.length);
    expect(await schemaDocuments(mongo.db).findOne({ _id: 'schema' })).not.toHaveProperty('LockedBy');
  });
});

describe('the command', () => {
  it('lists the changes without making them, makes them, and reports that nothing is left', async () => {
    const run = (...flags: string[]) => outdial(['admin', 'migrate', ...flags], { env });
    const dry = await run('--dry-run');
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.out).toContain('create api_keys.Hash_1\n');
    expect(await namesOf('api_keys')).toEqual([]);
    expect((await run()).out).toContain(`${indexPlan.length} indexes changed.`);
    expect((await run('--json')).out).toBe('{"Changes":[],"Retired":[]}\n');
  });
});

describe('a process', () => {
  const silent = pino({ level: 'silent' });
  const temporalOf = (TEMPORAL_NAMESPACE: string) =>
    createTemporal({ TEMPORAL_ADDRESS: setting('OUTDIAL_TEST_TEMPORAL'), TEMPORAL_NAMESPACE });

  it('reports an incomplete deployment until it is complete', async () => {
    const temporal = temporalOf('default');
    const stopping = new AbortController();
    const prerequisites = createPrerequisites(createChecks(mongo.db, temporal), silent, 50);
    expect(prerequisites.states()).toEqual({ Schema: 'unknown', SearchAttributes: 'unknown' });
    const watching = prerequisites.watch(stopping.signal);
    await until(
      () => prerequisites.states(),
      ({ Schema, SearchAttributes }) => Schema === 'incomplete' && SearchAttributes === 'ok',
    );
    await migrate(mongo.db);
    await watching;
    expect(prerequisites.states().Schema).toBe('ok');
    await temporal.close();
  });

  it('names the search attributes that its namespace lacks', async () => {
    const namespace = `bare-${randomBytes(4).toString('hex')}`;
    const temporal = temporalOf(namespace);
    const retention = { seconds: 86_400 as never };
    await temporal.client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention });
    const missing = await until(
      () => temporal.findMissingAttributes().catch(() => undefined),
      (found) => found !== undefined,
      30_000,
    );
    expect(missing).toEqual(expect.arrayContaining(['OrgId (KEYWORD)', 'NextCallAt (DATETIME)']));
    await temporal.close();
  });

  it('serves a database that a later version has migrated', async () => {
    await migrate(mongo.db);
    await schemaDocuments(mongo.db).updateOne({ _id: 'schema' }, { $set: { Version: schemaVersion + 1 } });
    expect(await checkSchema(mongo.db)).toMatchObject({ state: 'newer', missing: [] });
  });
});
