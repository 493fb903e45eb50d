import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLauncherSettings, buildServiceEnv, withEnvFile } from '../../../tools/dev-stack/settings';
import { formatSummary } from '../../../tools/dev-stack/summary';

const at = {
  port: 8080,
  metricsPort: 9464,
  mongoUri: 'mongodb://127.0.0.1:1',
  temporalAddress: '127.0.0.1:2',
  temporalNamespace: 'default',
  masterKey: 'master',
  bootstrapKey: 'bootstrap',
};

describe('the settings of the local stack', () => {
  it('need no configuration', () => {
    expect(readLauncherSettings({})).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  });

  it('report every problem of the launcher, the API and the worker before anything starts', () => {
    const env = { PORT: 'abc', LOG_LEVEL: 'loud', WORKER_CALL_SLOTS: '0', OUTDIAL_BOOTSTRAP_KEY: 'short' };
    const read = () => readLauncherSettings(env);
    for (const name of Object.keys(env)) expect(read).toThrow(name);
  });

  it('come from .env unless the environment sets them', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'outdial-env-')), '.env');
    writeFileSync(file, 'OUTDIAL_TEST_FROM_FILE=file\nOUTDIAL_TEST_FROM_BOTH=file\n');
    expect(withEnvFile({ OUTDIAL_TEST_FROM_BOTH: 'environment' }, file)).toEqual({
      OUTDIAL_TEST_FROM_FILE: 'file',
      OUTDIAL_TEST_FROM_BOTH: 'environment',
    });
  });

  it('are passed to the services in full, with loopback as the only private network for webhooks', () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: '', CALL_PROVIDER: 'simulated', LOG_LEVEL: 'error' };
    expect(buildServiceEnv(env, readLauncherSettings(env), at)).toMatchObject({
      PORT: '8080',
      METRICS_PORT: '9464',
      TEMPORAL_ADDRESS: '127.0.0.1:2',
      OUTDIAL_DEMO: '1',
      AGENT_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      AGENT_ALLOWED_PORTS: 'any',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_SHOW_PRIVATE_RESPONSES: 'true',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_PORTS: 'any',
      CALL_PROVIDER: 'simulated',
      // The launcher reads their "ready" lines, which a higher level would suppress.
      LOG_LEVEL: 'info',
    });
    expect(buildServiceEnv(env, readLauncherSettings(env), at)).not.toHaveProperty('NODE_ENV');
    expect(buildServiceEnv(env, readLauncherSettings(env), at)).not.toHaveProperty('PUBLIC_URL');
  });
});

describe('the summary', () => {
  const running = {
    api: { url: 'http://127.0.0.1:8080', key: 'od_key' },
    metrics: { api: 'http://127.0.0.1:9464/metrics', worker: 'http://127.0.0.1:9465/metrics' },
    temporal: { source: 'PATH', address: '127.0.0.1:7233', namespace: 'default' },
    mongodb: { source: 'MONGODB_URI', uri: 'mongodb://user:secret@db.example:27017/' },
  };

  it('contains a curl command to paste, and no password', () => {
    const text = formatSummary(running, readLauncherSettings({}));
    expect(text).toContain(
      `curl -sS -X POST http://127.0.0.1:8080/campaigns/campaign_demo/jobs -H 'Authorization: Bearer od_key'`,
    );
    expect(text).toContain('user:***@db.example');
    expect(text).not.toContain('secret');
  });
});
