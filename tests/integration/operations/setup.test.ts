import { randomBytes } from 'node:crypto';
import { createMongo, type Mongo } from '../../../shared/adapters/mongo/client';
import { checkSchema } from '../../../shared/adapters/mongo/schema';
import { findNamespace } from '../../../shared/adapters/temporal/namespace-setup';
import { createTemporal, type Temporal } from '../../../shared/adapters/temporal/client';
import { outdial, type Ran } from '../../support/command-line';
import { scaledMs } from '../../support/deadline';
import { masterKeyOf } from '../../support/master-keys';
import { setting } from '../../support/setting';

jest.setTimeout(180_000);

interface Shown {
  Steps: { Step: string; Result: string }[];
  Key?: { KeyID: string; Key: string };
}
interface Examined {
  Healthy: boolean;
  Findings: { Check: string; Level: string; Message: string; Remedy?: string }[];
}

let env: Record<string, string>;
let mongo: Mongo;
let temporal: Temporal;
beforeAll(() => {
  const name = `setup_${randomBytes(6).toString('hex')}`;
  const settings = {
    MONGODB_URI: setting('OUTDIAL_TEST_MONGODB'),
    MONGODB_DATABASE: name,
    TEMPORAL_ADDRESS: setting('OUTDIAL_TEST_TEMPORAL'),
    TEMPORAL_NAMESPACE: name,
    OUTDIAL_MASTER_KEY: masterKeyOf(1),
  };
  env = settings;
  mongo = createMongo(settings);
  temporal = createTemporal(settings);
});
afterAll(async () => {
  await mongo.db.dropDatabase();
  await Promise.all([mongo.close(), temporal.close()]);
});

const wait = `${Math.ceil(scaledMs(60_000) / 1_000)}s`;
const setUp = (): Promise<Ran> =>
  outdial(['--json', 'admin', 'setup', '--retention', '2d', '--key-name', 'First key', '--wait', wait], { env });
const shownBy = ({ out }: Ran): Shown => JSON.parse(out) as Shown;
const examine = async (changes: Record<string, string> = {}): Promise<Examined & { code: number; text: string }> => {
  const { code, out } = await outdial(['--json', 'admin', 'doctor'], { env: { ...env, ...changes } });
  return { code, text: out, ...(JSON.parse(out) as Examined) };
};
const levelOf = ({ Findings }: Examined, check: string): string | undefined =>
  Findings.find(({ Check }) => Check === check)?.Level;

describe('outdial admin setup', () => {
  it('is what the doctor asks for in an empty deployment', async () => {
    const before = await examine();
    expect(before.code).toBe(1);
    expect(levelOf(before, 'Indexes')).toBe('error');
    expect(levelOf(before, 'Namespace')).toBe('error');
    expect(before.Findings.find(({ Check }) => Check === 'Namespace')?.Remedy).toContain('outdial admin setup');
    expect(await mongo.db.collection('service_secrets').countDocuments()).toBe(0);
  });

  it('prepares everything once when several run at once, and prints one key', async () => {
    const runs = await Promise.all([setUp(), setUp(), setUp()]);
    expect(runs.map(({ code, err }) => ({ code, err: code === 0 ? '' : err }))).toEqual(
      runs.map(() => ({ code: 0, err: '' })),
    );
    const keys = runs.map(shownBy).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    expect(keys).toHaveLength(1);
    expect((await checkSchema(mongo.db)).state).toBe('current');
    expect(await temporal.findMissingAttributes()).toEqual([]);
    expect(await findNamespace(temporal.client.connection, env['TEMPORAL_NAMESPACE'] ?? '')).toMatchObject({
      retentionMs: 2 * 86_400_000,
    });
    expect(await mongo.db.collection('api_keys').countDocuments()).toBe(1);
    expect(await mongo.db.collection('organizations').countDocuments()).toBe(1);
  });

  it('changes nothing when it is repeated, and prints no key again', async () => {
    const repeated = shownBy(await setUp());
    expect(repeated.Steps.filter(({ Result }) => Result !== 'unchanged')).toEqual([]);
    expect(repeated.Key).toBeUndefined();
  });

  it('refuses a master key that is not that of the database, before it changes Temporal', async () => {
    const TEMPORAL_NAMESPACE = `${env['TEMPORAL_NAMESPACE']}_other`;
    const other = { ...env, OUTDIAL_MASTER_KEY: masterKeyOf(2), TEMPORAL_NAMESPACE };
    const { code, err } = await outdial(['admin', 'setup'], { env: other });
    expect(code).toBe(1);
    expect(err).toContain('OUTDIAL_MASTER_KEY is not the key of this database');
    expect(await findNamespace(temporal.client.connection, TEMPORAL_NAMESPACE)).toBeUndefined();
  });

  it('gives up with the reason when a server does not respond', async () => {
    const away = { ...env, TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const { code, err } = await outdial(['admin', 'setup', '--wait', '1s'], { env: away });
    expect(code).toBe(1);
    expect(err).toContain('Temporal did not respond within 1 s');
  });
});

describe('outdial admin doctor', () => {
  it('finds what the setup left to do, and no secret in its output', async () => {
    const examined = await examine();
    for (const check of ['Indexes', 'Master key', 'Search attributes', 'Retention', 'Clock', 'Temporal version'])
      expect({ check, level: levelOf(examined, check) }).toEqual({ check, level: 'ok' });
    // No worker runs in this namespace.
    expect(levelOf(examined, 'Task queues')).toBe('error');
    expect(levelOf(examined, 'Workers')).toBe('error');
    expect(examined).toMatchObject({ Healthy: false, code: 1 });
    expect(examined.text).not.toContain(env['OUTDIAL_MASTER_KEY']);
  });

  it('finds a wrong master key, servers that do not respond and invalid settings, each with a remedy', async () => {
    expect(levelOf(await examine({ OUTDIAL_MASTER_KEY: masterKeyOf(2) }), 'Master key')).toBe('error');
    const away = await examine({ TEMPORAL_ADDRESS: '127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(levelOf(away, 'Temporal')).toBe('error');
    expect(levelOf(away, 'Indexes')).toBe('ok');
    expect(levelOf(away, 'Public address')).toBe('warning');
    const invalid = await examine({ PORT: 'many', WORKER_CALL_SLOTS: '0' });
    expect(levelOf(invalid, 'Settings of the API')).toBe('error');
    expect(levelOf(invalid, 'Settings of workers')).toBe('error');
    for (const { Level, Remedy } of [...away.Findings, ...invalid.Findings])
      if (Level !== 'ok') expect(Remedy).toMatch(/\.$/);
  });
});
