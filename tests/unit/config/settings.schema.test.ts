import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { masterKeyOf } from '../../support/master-keys';
import { loadSettings, SettingsError } from '../../../shared/config/load';
import { advertisesLoopbackOnly } from '../../../shared/config/media-settings';
import { toPolicy } from '../../../shared/config/policy-settings';
import { apiSettingsSchema, workerSettingsSchema } from '../../../shared/config/settings.schema';
import { defaultPolicy } from '../../../shared/domain/organization/policy';

const required = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  OUTDIAL_MASTER_KEY: masterKeyOf(1),
};

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    loadSettings(apiSettingsSchema, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

describe('settings', () => {
  it('never send the API key of Temporal in clear over a network', () => {
    const clear = { ...required, TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' };
    for (const TEMPORAL_ADDRESS of [
      'temporal.example:7233',
      '10.0.0.1:7233',
      '[2001:db8::1]:7233',
      'localhost.example:7233',
    ])
      expect(problemsOf({ ...clear, TEMPORAL_ADDRESS })).toContain('TEMPORAL_TLS: TEMPORAL_API_KEY would be sent');
    for (const TEMPORAL_ADDRESS of ['127.0.0.1:7233', 'localhost:7233', '[::1]:7233'])
      expect(problemsOf({ ...clear, TEMPORAL_ADDRESS })).toBe('');
  });

  it('make the default policy of organizations, the same in the API and in workers', () => {
    for (const schema of [apiSettingsSchema, workerSettingsSchema])
      expect(toPolicy(loadSettings(schema, required))).toEqual(defaultPolicy);
    const env = { POLICY_COUNTRIES: 'FI, SE', POLICY_DENIED_NUMBER_TYPES: 'none', POLICY_MAX_CALLS_PER_DAY: '0' };
    expect(toPolicy(loadSettings(apiSettingsSchema, { ...required, ...env }))).toEqual({
      ...defaultPolicy,
      Countries: ['FI', 'SE'],
      DeniedNumberTypes: [],
      MaxCallsPerDay: 0,
    });
    for (const wrong of [
      { POLICY_COUNTRIES: 'Finland' },
      { POLICY_DENIED_NUMBER_TYPES: 'mobile' },
      { POLICY_MAX_OPEN_JOBS: '-1' },
    ])
      expect(problemsOf({ ...required, ...wrong })).toContain(Object.keys(wrong)[0]);
  });

  it('require the certificate and the key of Temporal together, and with TLS', () => {
    expect(problemsOf({ ...required, TEMPORAL_TLS_CERT: 'a' })).toContain('TEMPORAL_TLS_KEY: is required.');
    expect(problemsOf({ ...required, TEMPORAL_TLS_KEY: 'a' })).toContain('TEMPORAL_TLS_CERT: is required.');
    expect(problemsOf({ ...required, TEMPORAL_TLS_CERT: 'a', TEMPORAL_TLS_KEY: 'b' })).toBe('');
    expect(problemsOf({ ...required, TEMPORAL_TLS: 'false', TEMPORAL_TLS_CA: 'a' })).toContain(
      'TEMPORAL_TLS_CA: Has no',
    );
  });

  describe('of the address for live audio', () => {
    const remote = 'mongodb+srv://user:secret@cluster.example/outdial';
    const local = 'mongodb://user:secret@localhost:27017,[::1]:27018/?replicaSet=outdial';
    const load = (env: NodeJS.ProcessEnv) => loadSettings(workerSettingsSchema, { ...required, ...env });
    const refusal = (env: NodeJS.ProcessEnv): string => {
      try {
        load(env);
        return '';
      } catch (error) {
        return error instanceof SettingsError ? error.message : 'another error';
      }
    };

    it.each([
      [{ WORKER_MEDIA_HOST: '0.0.0.0' }, 'WORKER_MEDIA_HOST'],
      [{ WORKER_MEDIA_HOST: '::' }, 'WORKER_MEDIA_HOST'],
      [{ WORKER_MEDIA_ADVERTISE: '0.0.0.0:9466' }, 'WORKER_MEDIA_ADVERTISE'],
      [{ WORKER_MEDIA_ADVERTISE: '[::]:9466' }, 'WORKER_MEDIA_ADVERTISE'],
    ])('refuse %j where the API is on another host', (address, name) => {
      expect(refusal({ ...address, MONGODB_URI: remote })).toContain(`${name}: Is no address`);
      expect(refusal({ ...address, MONGODB_URI: local })).toBe('');
      expect(refusal({ ...address, MONGODB_URI: remote, WORKER_QUEUES: 'jobs' })).toBe('');
    });

    it('accept an address that is advertised, and notice one that only this host can use', () => {
      const of = (env: NodeJS.ProcessEnv) => advertisesLoopbackOnly(load({ MONGODB_URI: remote, ...env }));
      expect(of({ WORKER_MEDIA_HOST: '0.0.0.0', WORKER_MEDIA_ADVERTISE: '10.1.2.3:9466' })).toBe(false);
      expect(of({ WORKER_MEDIA_HOST: '10.1.2.3' })).toBe(false);
      expect(of({})).toBe(true);
      expect(of({ MONGODB_URI: local })).toBe(false);
    });
  });

  it('keep erasing where the queues of a worker were listed before there was one for erasures', () => {
    const queuesOf = (WORKER_QUEUES: string) =>
      loadSettings(workerSettingsSchema, { ...required, WORKER_QUEUES }).WORKER_QUEUES;
    expect(queuesOf('jobs,calls')).toEqual(['jobs', 'calls', 'erasures']);
    expect(queuesOf('erasures,jobs')).toEqual(['erasures', 'jobs']);
    expect(queuesOf('webhooks')).toEqual(['webhooks']);
    expect(queuesOf('erasures')).toEqual(['erasures']);
  });

  it('require two values and have defaults for the rest', () => {
    expect(loadSettings(apiSettingsSchema, required)).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      MONGODB_DATABASE: 'outdial',
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
      OUTDIAL_DEMO: false,
      AGENT_ALLOWED_CIDRS: [],
      AGENT_ALLOWED_PORTS: [443, 8443],
      WEBHOOK_ALLOWED_CIDRS: [],
      WEBHOOK_SHOW_PRIVATE_RESPONSES: false,
      WEBHOOK_ALLOW_HTTP: false,
      WEBHOOK_ALLOWED_PORTS: [443, 8443],
    });
  });

  it('treat an empty value as unset', () => {
    expect(loadSettings(apiSettingsSchema, { ...required, PORT: '', PUBLIC_URL: '' }).PORT).toBe(8080);
  });

  it('report every problem at once', () => {
    const text = problemsOf({ PORT: 'http', LOG_LEVEL: 'loud', OUTDIAL_BOOTSTRAP_KEY: 'short' });
    for (const name of ['MONGODB_URI', 'OUTDIAL_MASTER_KEY', 'PORT', 'LOG_LEVEL', 'OUTDIAL_BOOTSTRAP_KEY'])
      expect(text).toContain(name);
  });

  it.each([
    ['MONGODB_URI', 'postgres://user:hunter2@db'],
    ['OUTDIAL_MASTER_KEY', 'hunter2hunter2'],
    ['OUTDIAL_BOOTSTRAP_KEY', 'hunter2 hunter2 hunter2 hunter2'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'ftp://hunter2.example'],
    ['AGENT_ALLOWED_CIDRS', '10.0.0.0/8,hunter2'],
    ['AGENT_ALLOWED_PORTS', '443,hunter2'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/8,hunter2'],
    ['WEBHOOK_ALLOWED_PORTS', '443,hunter2'],
    ['WEBHOOK_ALLOWED_PORTS', ','],
    ['OUTDIAL_DEMO', 'yes'],
  ])('name %s when it is wrong, and never repeat a value', (name, value) => {
    const text = problemsOf({ ...required, [name]: value });
    expect(text).toContain(name);
    expect(text).not.toContain('hunter2');
  });

  it.each([
    ['OUTDIAL_MASTER_KEY', Buffer.alloc(32).toString('base64')],
    ['OUTDIAL_MASTER_KEY', Buffer.alloc(32, 'password').toString('base64')],
    ['OUTDIAL_MASTER_KEY', Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('base64')],
    ['OUTDIAL_BOOTSTRAP_KEY', 'a'.repeat(24)],
    ['OUTDIAL_BOOTSTRAP_KEY', 'a-b'.repeat(8)],
  ])('reject a %s that can be guessed', (name, value) => {
    expect(problemsOf({ ...required, [name]: value })).toMatch(new RegExp(`${name}: .*not random`));
  });

  it('accept every random key, and previous master keys of any kind, so that they can be replaced', () => {
    for (let count = 0; count < 2_000; count++) {
      const keys = {
        OUTDIAL_MASTER_KEY: randomBytes(32).toString('base64'),
        OUTDIAL_BOOTSTRAP_KEY: randomBytes(18).toString(count % 2 === 0 ? 'base64url' : 'hex'),
      };
      expect(problemsOf({ ...required, ...keys })).toBe('');
    }
    const previous = [Buffer.alloc(32), Buffer.alloc(32, 1)].map((bytes) => bytes.toString('base64'));
    expect(problemsOf({ ...required, OUTDIAL_PREVIOUS_MASTER_KEYS: previous.join(',') })).toBe('');
  });

  it('are all documented in .env.example', () => {
    const example = readFileSync(resolve(__dirname, '../../../.env.example'), 'utf8');
    const names = new Set([...Object.keys(apiSettingsSchema.shape), ...Object.keys(workerSettingsSchema.shape)]);
    const explained = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(explained).toEqual(expect.arrayContaining([...names]));
  });
});
