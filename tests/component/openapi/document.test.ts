import { Ajv2020 } from 'ajv/dist/2020';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createApiDocument, documentPath } from '../../../apps/api/openapi/document';
import { documentFile } from '../../../shared/adapters/api-document';
import { routes } from '../../../apps/api/routes';
import { parseSimulatorSettings } from '../../../shared/adapters/telephony/simulated/settings';
import { duration } from '../../../shared/contracts/primitives';
import { problems } from '../../../shared/contracts/problem';
import { webhookFields } from '../../../shared/contracts/webhook.schema';

const root = resolve(__dirname, '../../..');
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };

interface Schema {
  $ref?: string;
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  responses?: Record<string, { description?: string }>;
  parameters?: { $ref?: string; name?: string; description?: string; schema?: Schema }[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { schema?: Schema }>;
    examples: Record<string, unknown>;
  };
}
const checkedIn = JSON.parse(readFileSync(documentFile, 'utf8')) as Document;
const operations = [...Object.entries(checkedIn.paths), ...Object.entries(checkedIn.webhooks)].flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Every field of a schema without a description, or without an example of a plain value. */
function findUndocumented(schema: Schema, at: string): string[] {
  const inside = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .concat(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [])
    .flatMap((part) => (part === undefined ? [] : findUndocumented(part, at)));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = `${at}/${name}`;
    const holdsOthers = JSON.stringify(field).includes('"$ref"') || field.properties !== undefined;
    const hasExample = field.examples !== undefined || field.const !== undefined || field.enum !== undefined;
    return [
      ...(field.description === undefined ? [`${place} has no description`] : []),
      ...(holdsOthers || hasExample ? [] : [`${place} has no example`]),
      ...findUndocumented(field, place),
    ];
  });
  return [...inside, ...fields];
}

describe('the API document', () => {
  it('is what `npm run openapi` writes from the current code', () => {
    expect(checkedIn).toEqual(JSON.parse(JSON.stringify(createApiDocument(routes, version))));
  });

  it('is valid OpenAPI 3.1, and every example matches its schema', () => {
    const linter = resolve(root, 'tests/support/lint-openapi.mjs');
    expect(execFileSync(process.execPath, [linter, documentFile], { encoding: 'utf8' })).toBe('');
    expect(checkedIn.openapi).toMatch(/^3\.1\./);
  }, 60_000);

  describe('states every bound that the contract does not set', () => {
    const { CreateJobBody, JobOverrides, Constraints, AttemptLimit, RetryRule, TimeRule, ...rest } = checkedIn
      .components.schemas as Record<string, Schema & Record<string, unknown>>;
    const fieldsOf = (schema: Schema | undefined) =>
      (schema?.properties ?? {}) as Record<string, Record<string, unknown>>;
    const campaign = rest['CreateCampaignBody'];

    it.each([
      ['Metadata', CreateJobBody],
      ['Data', CreateJobBody],
      ['Integrations', JobOverrides],
      ['Data', rest['UpdateJobBody']],
      ['Metadata', rest['UpdateJobBody']],
      ['Agent', campaign],
    ])('%s: size and depth', (name, schema) => {
      expect(fieldsOf(schema)[name]?.['description']).toMatch(/At most 64 kB of JSON, nested at most 32 levels deep\./);
    });

    it('the analysis schema: size, properties and depth', () => {
      const { description } = fieldsOf(campaign)['AnalysisSchema'] ?? {};
      expect(description).toMatch(/At most 32 kB, 200 properties and 10 levels\./);
    });

    it.each([
      ['MinCreationDelay', Constraints],
      ['MinDurationBetweenCalls', Constraints],
      ['Duration', AttemptLimit],
    ])('%s: the longest duration', (name, schema) => {
      expect(fieldsOf(schema)[name]?.['description']).toContain('At most 10 years');
    });
    it('the durations inside of other fields', () => {
      const [interval, delays] = [fieldsOf(Constraints)['MaxAttemptsInInterval'], RetryRule];
      for (const schema of [interval, delays]) expect(JSON.stringify(schema)).toContain('At most 10 years');
    });

    it('lengths and counts, as keywords', () => {
      expect(fieldsOf(CreateJobBody)['ContactName']).toMatchObject({ maxLength: 200 });
      expect(fieldsOf(CreateJobBody)['CampaignVariants']).toMatchObject({ maxItems: 50 });
      expect(fieldsOf(TimeRule)['TimeRanges']).toMatchObject({ minItems: 1, maxItems: 50 });
      expect(fieldsOf(Constraints)['TimeRules']).toMatchObject({ maxItems: 50 });
      expect(fieldsOf(Constraints)['MaxTotalCalls']).toMatchObject({ maximum: 1_000_000 });
    });

    it('the instants of a reschedule, the caps of a call, the default of attempts and the number of webhooks', () => {
      expect(fieldsOf(rest['RescheduleJobBody'])['CallAtUnixSeconds']?.['description']).toContain('two years ahead');
      expect(fieldsOf(JobOverrides)['MaxCallSeconds']?.['description']).toMatch(/86400/);
      expect(fieldsOf(JobOverrides)['MaxRingSeconds']?.['description']).toMatch(/600/);
      expect(fieldsOf(Constraints)['MaxTotalCalls']?.['description']).toMatch(/three attempts/);
      expect(checkedIn.paths['/webhooks']?.['post']?.description).toMatch(/at most 50 webhooks/);
    });

    it('an example of Integrations that the simulator reads', () => {
      const [example] = fieldsOf(JobOverrides)['Integrations']?.['examples'] as Record<string, unknown>[];
      expect(parseSimulatorSettings(example?.['simulator'])).toEqual({
        ok: true,
        value: { Scenario: 'conversation_complete' },
      });
    });
  });

  it('contains every route with its description and responses', () => {
    for (const { path, method, operation } of routes) {
      expect(checkedIn.paths[documentPath(path)]?.[method.toLowerCase()]?.operationId).toBe(operation);
    }
    for (const { path, method, operation } of operations) {
      const { summary = '', description = '', tags = [], responses = {} } = operation;
      const documented = {
        path,
        method,
        summary: /\w/.test(summary),
        description: /\w/.test(description),
        tags: tags.length,
      };
      expect(documented).toEqual({ path, method, summary: true, description: true, tags: 1 });
      expect({ path, answers: Object.keys(responses).length > 0 }).toEqual({ path, answers: true });
      expect(Object.values(responses).filter((response) => !/\w/.test(response.description ?? ''))).toEqual([]);
    }
  });

  it('describes every field of every schema, with an example of every plain value', () => {
    const { schemas } = checkedIn.components;
    expect(Object.keys(schemas).length).toBeGreaterThan(50);
    expect(Object.entries(schemas).filter(([, { description }]) => description === undefined)).toEqual([]);
    expect(Object.entries(schemas).flatMap(([name, schema]) => findUndocumented(schema, name))).toEqual([]);
  });

  it('describes the field next to a reference without narrowing it', () => {
    const beside = (node: unknown): string[] => {
      if (typeof node !== 'object' || node === null) return [];
      return [...('$ref' in node ? Object.keys(node) : []), ...Object.values(node).flatMap(beside)];
    };
    const { schemas } = checkedIn.components;
    expect([...new Set(beside([schemas, checkedIn.paths]))].sort()).toEqual([
      '$ref',
      'default',
      'description',
      'examples',
    ]);
  });

  it('describes every parameter', () => {
    const own = operations.flatMap(({ operation }) => (operation.parameters ?? []).filter(({ $ref }) => !$ref));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ description, schema }) => !description || schema?.examples === undefined)).toEqual([]);
  });

  it('documents which headers are rejected, and never rejects an X-Request-Id', () => {
    const { schemas, parameters } = checkedIn.components;
    const ajv = new Ajv2020({ strict: false, formats: { int64: true } });
    const takes = (schema: object, value: unknown): boolean =>
      ajv.compile({ ...schema, components: { schemas } })(value);
    const bodies = ['ChangeOrganizationBody', 'ChangeCampaignBody', 'ChangeWebhookBody'].map((id) => schemas[id] ?? {});
    expect(bodies.map((body) => takes(body, {}))).toEqual([false, false, false]);
    const headers = schemas['RegisterWebhookBody']?.properties?.['Headers'] ?? {};
    const given: Record<string, string>[] = [
      { Authorization: 'Bearer 3f1c9f8e' },
      { '': 'x' },
      { 'a b': 'x' },
      { A: '' },
    ];
    expect(given.map((header) => takes(headers, header))).toEqual([true, false, false, false]);
    expect(given.map((header) => webhookFields.Headers.safeParse(header).success)).toEqual([true, false, false, false]);
    expect(takes(parameters['RequestId']?.schema ?? {}, 'not a valid id')).toBe(true);
  });

  it('bounds numbers, strings and arrays like the API', () => {
    const check = (schema: Schema | undefined, values: unknown[]): boolean[] =>
      values.map((value) => new Ajv2020({ strict: false, formats: { int64: true } }).compile(schema ?? false)(value));
    const parameter = (path: string, name: string): Schema | undefined =>
      checkedIn.paths[path]?.['get']?.parameters?.find((given) => given.name === name)?.schema;
    const { schemas } = checkedIn.components;
    const log = '/audit-log';
    expect(check(parameter(log, 'limit'), [0, 1, 100, 101])).toEqual([false, true, true, false]);
    expect(check(parameter(log, 'since'), ['', 'soon', '1795417200000', '2026-11-21T08:00:00Z'])).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
    const jobs = '/campaigns/{campaignID}/jobs';
    expect(check(parameter(jobs, 'limit'), [0, 1_000_000, 1_000_001])).toEqual([false, true, false]);
    const delay = schemas['Constraints']?.properties?.['MinCreationDelay'];
    const durations = ['', '15m', '12h30m', '1.5h', '0', '5 minutes', '-1s'];
    expect(check(delay, durations)).toEqual(durations.map((text) => duration.safeParse(text).success));
    const events = schemas['RegisterWebhookBody']?.properties?.['Events'];
    expect(check(events, [['job_state_updated'], ['job_state_updated', 'job_state_updated']])).toEqual([true, false]);
  });

  it('contains an example of every problem', () => {
    expect(Object.keys(checkedIn.components.examples)).toEqual(Object.keys(problems));
  });
});
