import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { loadSettings } from '../../shared/config/load';
import { secretSettings } from '../../shared/config/secret-files';
import { apiSettingsSchema, workerSettingsSchema } from '../../shared/config/settings.schema';

const root = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');

interface ComposeService {
  image: string;
  profiles: string[];
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  stop_grace_period?: string;
  secrets?: string[];
  volumes?: string[];
  user?: string;
  env_file?: { path: string; required: boolean }[];
}
interface Compose {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
}
const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as Compose;
const own = Object.entries(compose.services).filter(([, { image }]) => image.includes('outdial:latest'));
const environmentOf = (name: string): Record<string, string> => compose.services[name]?.environment ?? {};

const known = new Set([
  'NODE_ENV',
  ...Object.keys(apiSettingsSchema.shape),
  ...Object.keys(workerSettingsSchema.shape),
  ...secretSettings.map((name) => `${name}_FILE`),
]);
const unknownOf = (names: Iterable<string>): string[] => [...names].filter((name) => !known.has(name));

/** The variables that the image sets. */
const imageEnvironment = Object.fromEntries(
  [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);
const workerScript = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts['start:worker'];
const secondsOf = (text: string | undefined): number => Number(/^(\d+)s$/.exec(text ?? '')?.[1]);
/** What docs/operations.md asks for. */
const workerStopSeconds = (env: Record<string, string>): number =>
  Number(env['WORKER_GRACE_SECONDS'] ?? 1_860) + Number(env['WORKER_ENCODE_SECONDS'] ?? 60) + 16;

describe('the image', () => {
  it('copies only files that exist and that .dockerignore lets through', () => {
    const included = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)]
      .flatMap(([, args = '']) => args.trim().split(/\s+/).slice(0, -1))
      .filter((path) => path !== '.');
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(copied.filter((path) => !included.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
    expect(included.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('installs the manifest of every workspace before the sources', () => {
    for (const workspace of ['apps/cli', 'apps/console', 'packages/client'])
      expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    expect(readdirSync(join(root, 'packages'))).toEqual(['client']);
  });

  it('runs as a user of its own with settings that exist, on the ports that it exposes', () => {
    expect(unknownOf(Object.keys(imageEnvironment))).toEqual([]);
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(' ');
    expect(exposed).toEqual([imageEnvironment['PORT'], imageEnvironment['METRICS_PORT']]);
    // The last stage begins without npm.
    const runtime = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(runtime).not.toMatch(/npm|node_modules\/\.bin/);
  });

  it('starts workers with the options of npm run start:worker', () => {
    const entrypoint = read('deploy/image/entrypoint.sh');
    expect(entrypoint).toContain(`exec ${workerScript}\n`);
    expect(statSync(join(root, 'deploy/image/entrypoint.sh')).mode & 0o111).toBe(0o111);
  });
});

describe('compose.yaml', () => {
  it('gives our processes settings that exist and are valid', () => {
    expect(own.map(([name]) => name)).toEqual(['setup', 'api', 'worker']);
    for (const [name] of own)
      expect({ name, unknown: unknownOf(Object.keys(environmentOf(name))) }).toEqual({ name, unknown: [] });
  });

  it('scrapes and publishes the ports on which the processes listen, on loopback only', () => {
    const { METRICS_PORT, PORT } = imageEnvironment;
    const targets = [...read('deploy/compose/prometheus.yaml').matchAll(/'(\w+:\d+)'/g)].map(([, target]) => target);
    const engineMetrics = environmentOf('worker')['TEMPORAL_METRICS_PORT'];
    expect(targets).toEqual([`api:${METRICS_PORT}`, `worker:${METRICS_PORT}`, `worker:${engineMetrics}`]);
    expect(compose.services['api']?.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    const { WORKER_MEDIA_PORT, TEMPORAL_METRICS_PORT } = environmentOf('worker');
    expect(new Set([PORT, METRICS_PORT, WORKER_MEDIA_PORT, TEMPORAL_METRICS_PORT]).size).toBe(4);
  });

  it('gives processes the time to stop that their settings need', () => {
    expect(secondsOf(compose.services['worker']?.stop_grace_period)).toBeGreaterThanOrEqual(
      workerStopSeconds(environmentOf('worker')),
    );
    expect(secondsOf(compose.services['api']?.stop_grace_period)).toBeGreaterThanOrEqual(
      Number(environmentOf('api')['DRAIN_SECONDS']) + 12,
    );
  });

  it('mounts files that exist', () => {
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => volume.split(':')[0] ?? '');
    expect(mounted.length).toBeGreaterThan(4);
    expect(mounted.filter((path) => !existsSync(join(root, 'deploy/compose', path)))).toEqual([]);
  });

  it('takes settings of carriers from a file that need not exist', () => {
    for (const [name, { env_file }] of own) {
      expect({ name, env_file }).toEqual({ name, env_file: [{ path: 'outdial.env', required: false }] });
      // What the table of docs/container.md puts there is not overridden.
      expect(Object.keys(environmentOf(name)).filter((one) => /^(TWILIO|ASTERISK|SIP)_/.test(one))).toEqual([]);
    }
  });

  it('opens the ports of SIP with sip.yaml, two for each call', () => {
    const { services } = parse(read('deploy/compose/sip.yaml')) as Pick<Compose, 'services'>;
    const { environment = {}, ports } = services['worker'] ?? {};
    expect(unknownOf(Object.keys(environment))).toEqual([]);
    const { RTP_PORTS = '', WORKER_CALL_SLOTS, SIP_PORT } = environment;
    expect(ports).toEqual([
      `${SIP_PORT}:${SIP_PORT}/udp`,
      `${SIP_PORT}:${SIP_PORT}/tcp`,
      `${RTP_PORTS}:${RTP_PORTS}/udp`,
    ]);
    const [from = 0, to = 0] = RTP_PORTS.split('-').map(Number);
    expect(to - from + 1).toBe(2 * Number(WORKER_CALL_SLOTS));
    expect(services['api']?.volumes).toEqual(services['worker']?.volumes);
    expect(services['api']?.environment?.['SIP_TRUNKS']).toBe(environment['SIP_TRUNKS']);
  });

  it('runs in lite the version of Temporal that the tests run', () => {
    const { temporal } = parse(read('temporal-dev.yaml')) as { temporal: { cli: string } };
    expect(compose.services['temporal-lite']?.image).toContain(`temporal:${temporal.cli}}`);
  });

  it('finds its secrets where they are generated, once, and the processes accept them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outdial-compose-'));
    try {
      const generate = () =>
        execFileSync(join(root, 'deploy/compose/generate-secrets.sh'), [folder], { encoding: 'utf8' });
      generate();
      const files = Object.values(compose.secrets).map(({ file }) => join(folder, file));
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
      const env = {
        ...environmentOf('api'),
        PUBLIC_URL: '',
        CALL_PROVIDER: '',
        OUTDIAL_DEMO: '',
        ...Object.fromEntries(
          Object.entries(environmentOf('api'))
            .filter(([name]) => name.endsWith('_FILE'))
            .map(([name, path]) => [name, join(folder, 'secrets', basename(path))]),
        ),
      };
      expect(loadSettings(apiSettingsSchema, env).MONGODB_URI).toMatch(
        /^mongodb:\/\/outdial:[0-9a-f]{48}@mongodb:27017\//,
      );
      const before = files.map((file) => readFileSync(file, 'utf8'));
      expect(generate()).toBe('');
      expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
      expect(statSync(join(folder, 'secrets')).mode & 0o077).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the systemd units', () => {
  const unit = (name: string): string => read(`deploy/systemd/outdial-${name}@.service`);

  it('start what npm starts, with settings that exist', () => {
    const started = (name: string): string =>
      /^ExecStart=\/usr\/bin\/env (?:\w+=\S+ )*(.+)$/m.exec(unit(name))?.[1] ?? '';
    expect(started('worker')).toBe(workerScript);
    expect(started('api')).toBe('node dist/api.js');
    for (const name of ['api', 'worker']) {
      const names = [...unit(name).matchAll(/^(?:Environment|ExecStart)=(.+)$/gm)].flatMap(([, text = '']) =>
        [...text.matchAll(/([A-Z_]+)=/g)].map(([, variable = '']) => variable),
      );
      expect(unknownOf(names)).toEqual([]);
    }
  });

  it('set what differs between instances where the file of settings cannot override it', () => {
    // systemd.exec(5): a file of settings overrides Environment=.
    const inExample = new Set([...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    for (const name of ['api', 'worker']) {
      const names = [...unit(name).matchAll(/^Environment=(.+)$/gm)].flatMap(
        ([, text = '']) => text.match(/\w+(?==)/g) ?? [],
      );
      expect(names.filter((one) => inExample.has(one))).toEqual(
        ['OUTDIAL_MASTER_KEY_FILE', 'MONGODB_URI_FILE'].filter((one) => inExample.has(one)),
      );
    }
  });

  it('give workers the time to end their calls', () => {
    expect(secondsOf(/^TimeoutStopSec=(.+)$/m.exec(unit('worker'))?.[1])).toBeGreaterThanOrEqual(workerStopSeconds({}));
  });
});

describe('the alerts', () => {
  interface Rules {
    groups: { rules: { alert: string; annotations: { runbook: string } }[] }[];
  }
  const alerts = (parse(read('docs/operations/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);

  it('lead to a section of a page that exists', () => {
    const anchorOf = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    const broken = alerts.filter(({ annotations }) => {
      const [page = '', anchor] = annotations.runbook.split('#');
      if (!existsSync(join(root, page))) return true;
      const anchors = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
      return anchor !== undefined && !anchors.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('are the ones that docs/operations.md lists', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `(Outdial\w+)`/gm)].map(([, name]) => name);
    expect(listed).toEqual(alerts.map(({ alert }) => alert));
  });
});
