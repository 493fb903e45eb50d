import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { apiSettingsSchema, workerSettingsSchema } from '../../../shared/config/settings.schema';
import { settingsProblems } from '../../../tools/checks/chart-settings';

const root = resolve(__dirname, '../../..');
const chart = join(root, 'deploy/helm/outdial');
const read = (file: string): string => readFileSync(join(chart, file), 'utf8');
interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  $defs?: { settings: { propertyNames: { enum: string[] } } };
}
type Values = Record<string, unknown>;
const schema = JSON.parse(read('values.schema.json')) as Schema;
const values = parse(read('values.yaml')) as Values;
const templates = readdirSync(join(chart, 'templates'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(yaml|tpl)$/.test(name) && name !== 'validations.yaml')
  .map((name) => read(`templates/${name}`))
  .join('\n');

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
/** As Helm merges files of values: `null` removes a key. */
const merge = (base: Values, over: Values): Values => {
  const merged = Object.entries(over).map(([key, value]) => {
    const before = base[key];
    return [key, isMap(before) && isMap(value) ? merge(before, value) : value] as const;
  });
  return Object.fromEntries(
    Object.entries({ ...base, ...Object.fromEntries(merged) }).filter(([, value]) => value !== null),
  );
};

/** Set by the templates, read from the Secret, or chosen by the values `settings`. */
const inTemplates = [...templates.matchAll(/\bname: ([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name);
const inSecret = [...templates.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name = '']) => name);
const inSettings = schema.$defs?.settings.propertyNames.enum ?? [];
const settings = [...new Set([...Object.keys(apiSettingsSchema.shape), ...Object.keys(workerSettingsSchema.shape)])];
/** Variables that are no settings: of the platform, of libraries, of the command line. */
const others = [
  'API_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'NODE_IP',
  'NODE_OPTIONS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OUTDIAL_API_KEY',
  'OUTDIAL_CAMPAIGN',
  'OUTDIAL_URL',
  'POD_IP',
];

describe('the Helm chart', () => {
  it('has the version of the service', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('knows every setting, in one place, and no others', () => {
    const names = [...inTemplates, ...inSecret, ...inSettings];
    expect(settings.filter((name) => !names.includes(name))).toEqual([]);
    expect([...new Set(names)].filter((name) => ![...settings, ...others].includes(name))).toEqual([]);
    const chosenTwice = inSettings.filter((name) => inTemplates.includes(name) || inSecret.includes(name));
    // The setup job is given another one.
    expect(chosenTwice).toEqual(['CALL_PROVIDER']);
  });

  it('has values that the schema accepts, as soon as the three that it requires are given', () => {
    const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
    expect(validate(values)).toBe(false);
    expect([...new Set(validate.errors?.map(({ instancePath }) => instancePath))].sort()).toEqual([
      '/image/repository',
      '/secret/name',
      '/temporal/address',
    ]);
    for (const file of readdirSync(join(chart, 'ci'))) {
      expect(validate(merge(values, parse(read(`ci/${file}`)) as Values))).toBe(true);
    }
  });

  it('has each value of the schema in values.yaml, where it is explained', () => {
    const missing = (part: Schema, of: unknown, path: string): string[] =>
      Object.entries(part.properties ?? {}).flatMap(([name, inner]) => {
        if (path === '' && name === 'global') return [];
        const value = isMap(of) ? of[name] : undefined;
        if (value === undefined) return /requests|limits|claims/.test(name) ? [] : [`${path}.${name}`];
        return missing(inner, value, `${path}.${name}`);
      });
    expect(missing(schema, values, '')).toEqual([]);
  });

  it('alerts as the rules of the operations pages do, on metrics that exist', () => {
    const { groups } = parse(read('files/alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const metrics = rules.flatMap(({ expr }) => expr.match(/\b(outdial|http)_[a-z_]+/g) ?? []);
    const unknown = metrics.filter((name) => !page.includes(`\`${name.replace(/_bucket$/, '')}\``));
    expect(unknown).toEqual([]);
    const rulesFile = join(root, 'docs/operations/alerts.yaml');
    if (existsSync(rulesFile)) expect(read('files/alerts.yaml')).toBe(readFileSync(rulesFile, 'utf8'));
  });

  it('is checked for settings that a process would refuse', () => {
    const manifest = (variables: object[]): string =>
      JSON.stringify({
        kind: 'StatefulSet',
        metadata: { name: 'worker' },
        spec: { template: { spec: { containers: [{ env: variables }] } } },
      });
    const secrets = ['MONGODB_URI', 'OUTDIAL_MASTER_KEY'].map((name) => ({ name, valueFrom: { secretKeyRef: {} } }));
    expect(settingsProblems(manifest(secrets))).toEqual([]);
    const wrong = [...secrets, { name: 'CALL_PROVIDER', value: 'sip' }];
    expect(settingsProblems(manifest(wrong))).toEqual([expect.stringContaining('SIP_TRUNKS')]);
    expect(settingsProblems(manifest(secrets.slice(1)))).toEqual([expect.stringContaining('MONGODB_URI')]);
  });
});
