import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem, pointersOf } from './problem';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows });
});
afterAll(() => api.stop());

/** Values of every JSON type; each field must reject those that it does not accept. */
const values: Record<string, unknown> = { null: null, boolean: true, number: 7.5, string: '~', array: [], object: {} };
type Kind = keyof typeof values;

/** Each field of a job: its pointer, how to build a body around a value, and the types that it accepts. */
const overrides = (fields: object) => ({ Overrides: fields });
const constraints = (fields: object) => overrides({ Constraints: { TimeZone: 'UTC', ...fields } });
const rule = (fields: object) =>
  constraints({ TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }], ...fields }] });
const range = (fields: object) => rule({ TimeRanges: [{ Start: '09:00', End: '17:00', ...fields }] });
const fields: [pointer: string, body: (value: unknown) => object, takes?: Kind[]][] = [
  ['/ContactPhoneNumber', (value) => ({ ContactPhoneNumber: value })],
  ['/CallerID', (value) => ({ CallerID: value })],
  ['/ContactName', (value) => ({ ContactName: value }), ['string']],
  ['/Metadata', (value) => ({ Metadata: value }), ['object']],
  ['/Data', (value) => ({ Data: value }), ['object']],
  ['/CampaignVariants', (value) => ({ CampaignVariants: value }), ['array']],
  ['/CampaignVariants/0', (value) => ({ CampaignVariants: [value] })],
  ['/TestJob', (value) => ({ TestJob: value }), ['boolean']],
  ['/Overrides', (value) => ({ Overrides: value }), ['object']],
  ['/Overrides/HangUpIsOptOut', (value) => overrides({ HangUpIsOptOut: value }), ['boolean']],
  ['/Overrides/DisableRecording', (value) => overrides({ DisableRecording: value }), ['boolean']],
  ['/Overrides/MaxCallSeconds', (value) => overrides({ MaxCallSeconds: value })],
  ['/Overrides/MaxRingSeconds', (value) => overrides({ MaxRingSeconds: value })],
  ['/Overrides/Integrations', (value) => overrides({ Integrations: value }), ['object']],
  ['/Overrides/Integrations/simulator', (value) => overrides({ Integrations: { simulator: value } }), ['object']],
  ['/Overrides/Redaction', (value) => overrides({ Redaction: value }), ['object']],
  ['/Overrides/Redaction/redact', (value) => overrides({ Redaction: { redact: value } }), ['array']],
  ['/Overrides/Redaction/keep/0', (value) => overrides({ Redaction: { keep: [value] } })],
  ['/Overrides/SST', (value) => overrides({ SST: value }), ['object']],
  ['/Overrides/SST/deepgram', (value) => overrides({ SST: { deepgram: value } }), ['object']],
  ['/Overrides/SST/deepgram/options', (value) => overrides({ SST: { deepgram: { options: value } } }), ['object']],
  [
    '/Overrides/SST/x/options/language',
    (value) => overrides({ SST: { x: { options: { language: value } } } }),
    ['string'],
  ],
  [
    '/Overrides/SST/x/options/keywords',
    (value) => overrides({ SST: { x: { options: { keywords: value } } } }),
    ['array'],
  ],
  ['/Overrides/Constraints', (value) => overrides({ Constraints: value }), ['object']],
  ['/Overrides/Constraints/MinCreationDelay', (value) => constraints({ MinCreationDelay: value })],
  ['/Overrides/Constraints/DisableJitter', (value) => constraints({ DisableJitter: value }), ['boolean']],
  ['/Overrides/Constraints/MinDurationBetweenCalls', (value) => constraints({ MinDurationBetweenCalls: value })],
  ['/Overrides/Constraints/MaxTotalCalls', (value) => constraints({ MaxTotalCalls: value })],
  [
    '/Overrides/Constraints/MaxAttemptsInInterval',
    (value) => constraints({ MaxAttemptsInInterval: value }),
    ['object'],
  ],
  [
    '/Overrides/Constraints/MaxAttemptsInInterval/Count',
    (value) => constraints({ MaxAttemptsInInterval: { Count: value, Duration: '1h' } }),
  ],
  [
    '/Overrides/Constraints/MaxAttemptsInInterval/Duration',
    (value) => constraints({ MaxAttemptsInInterval: { Count: 1, Duration: value } }),
  ],
  ['/Overrides/Constraints/TimeZone', (value) => constraints({ TimeZone: value })],
  ['/Overrides/Constraints/TimeRules', (value) => constraints({ TimeRules: value }), ['array']],
  ['/Overrides/Constraints/TimeRules/0', (value) => constraints({ TimeRules: [value] }), ['object']],
  ['/Overrides/Constraints/TimeRules/0/TimeRanges', (value) => rule({ TimeRanges: value })],
  ['/Overrides/Constraints/TimeRules/0/Weekdays', (value) => rule({ Weekdays: value }), ['array']],
  ['/Overrides/Constraints/TimeRules/0/Weekdays/0', (value) => rule({ Weekdays: [value] })],
  ['/Overrides/Constraints/TimeRules/0/TimeRanges/0/Start', (value) => range({ Start: value })],
  ['/Overrides/Constraints/TimeRules/0/TimeRanges/0/End', (value) => range({ End: value })],
];

const post = (body: object) => api.request('POST', api.jobs, { ...aJobBody(), ...body });

describe('a field of the wrong type is rejected with its pointer', () => {
  it.each(fields)('%s', async (pointer, body, takes = []) => {
    for (const kind of Object.keys(values).filter((one) => !takes.includes(one))) {
      const answer = await post(body(values[kind]));
      expectProblem(answer, 'invalid_body');
      expect({ kind, pointers: pointersOf(answer) }).toEqual({ kind, pointers: [pointer] });
    }
  });
});

describe('a value out of bounds is rejected with its pointer', () => {
  const bad: [pointer: string, body: object][] = [
    ...['', '4155550123', '+0123456789', '+1 415 555 0123', '+1415555012345678', '+12', 'tel:+14155550123'].map(
      (number): [string, object] => ['/ContactPhoneNumber', { ContactPhoneNumber: number }],
    ),
    ['/CallerID', { CallerID: '+1 415' }],
    ['/ContactName', { ContactName: 'x'.repeat(201) }],
    ['/ContactName', { ContactName: 'a\0b' }],
    ['/Metadata', { Metadata: { a: 'x\0' } }],
    ['/Metadata', { Metadata: { a: 'x'.repeat(70_000) } }],
    ['/Metadata/__service_ImportID', { Metadata: { __service_ImportID: 'import_1' } }],
    ['/CampaignVariants/0', { CampaignVariants: ['unheard_of'] }],
    ['/CampaignVariants', { CampaignVariants: Array.from({ length: 51 }, () => 'calm') }],
    ...[0, -1, 1.5, 2 ** 64, 1e300].map((n): [string, object] => [
      '/Overrides/MaxCallSeconds',
      overrides({ MaxCallSeconds: n }),
    ]),
    ...[0, 0.5].map((n): [string, object] => ['/Overrides/MaxRingSeconds', overrides({ MaxRingSeconds: n })]),
    ['/Overrides/Redaction/redact/0', overrides({ Redaction: { redact: ['shoe_size'] } })],
    ['/Overrides/SST/a b', overrides({ SST: { 'a b': {} } })],
    ['/Overrides/SST/x/options/language', overrides({ SST: { x: { options: { language: 'x'.repeat(36) } } } })],
    ['/Overrides/Integrations/simulator/Scenario', overrides({ Integrations: { simulator: { Scenario: 'party' } } })],
    ['/Overrides/Integrations/simulator/RingSeconds', overrides({ Integrations: { simulator: { RingSeconds: -1 } } })],
    ['/Overrides/Integrations/simulator/Mood', overrides({ Integrations: { simulator: { Mood: 1 } } })],
    ...['5', '1d', '-1h', '1h 5m', '90000h', ''].map((text): [string, object] => [
      '/Overrides/Constraints/MinCreationDelay',
      constraints({ MinCreationDelay: text }),
    ]),
    ['/Overrides/Constraints/MaxTotalCalls', constraints({ MaxTotalCalls: -1 })],
    [
      '/Overrides/Constraints/MaxAttemptsInInterval/Count',
      constraints({ MaxAttemptsInInterval: { Count: 0, Duration: '1h' } }),
    ],
    [
      '/Overrides/Constraints/MaxAttemptsInInterval/Duration',
      constraints({ MaxAttemptsInInterval: { Count: 1, Duration: '0s' } }),
    ],
    ['/Overrides/Constraints/MaxAttemptsInInterval/Duration', constraints({ MaxAttemptsInInterval: { Count: 1 } })],
    ...['Mars/Olympus', '+02:00', 'europe helsinki', 'BST', 'Factory'].map((zone): [string, object] => [
      '/Overrides/Constraints/TimeZone',
      constraints({ TimeZone: zone }),
    ]),
    ['/Overrides/Constraints/TimeRules/0/TimeRanges', rule({ TimeRanges: [] })],
    ['/Overrides/Constraints/TimeRules/0/TimeRanges', constraints({ TimeRules: [{ Weekdays: ['Mo'] }] })],
    ['/Overrides/Constraints/TimeRules/0/Weekdays/0', rule({ Weekdays: ['Monday'] })],
    ...['9:00', '24:00', '25:00', '09:60', '09:00:00', '٠٩:٠٠'].map((time): [string, object] => [
      '/Overrides/Constraints/TimeRules/0/TimeRanges/0/Start',
      range({ Start: time }),
    ]),
    ['/Overrides/Constraints/TimeRules/0/TimeRanges/0/End', range({ End: '24:01' })],
    ['/Overrides/Constraints/TimeRules/0/TimeRanges/0/End', range({ Start: '09:00', End: '09:00' })],
  ];
  it.each(bad)('%s (%#)', async (pointer, body) => {
    const answer = await post(body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
  });
});

describe('an unknown field is rejected by name, at every level', () => {
  it.each([
    ['/Surprise', { Surprise: 1 }],
    ['/contactPhoneNumber', { contactPhoneNumber: '+14155550123' }],
    ['/Overrides/Surprise', overrides({ Surprise: 1 })],
    ['/Overrides/Constraints/Surprise', constraints({ Surprise: 1 })],
    [
      '/Overrides/Constraints/MaxAttemptsInInterval/Surprise',
      constraints({ MaxAttemptsInInterval: { Count: 1, Duration: '1h', Surprise: 1 } }),
    ],
    ['/Overrides/Constraints/TimeRules/0/Surprise', rule({ Surprise: 1 })],
    ['/Overrides/Constraints/TimeRules/0/TimeRanges/0/Surprise', range({ Surprise: 1 })],
    ['/Overrides/Redaction/Surprise', overrides({ Redaction: { Surprise: 1 } })],
    ['/Overrides/SST/x/model', overrides({ SST: { x: { model: 1 } } })],
    ['/Overrides/SST/x/options/model', overrides({ SST: { x: { options: { model: 1 } } } })],
  ])('%s', async (pointer, body) => {
    const answer = await post(body);
    expectProblem(answer, 'invalid_body');
    expect(pointersOf(answer)).toEqual([pointer]);
    expect(JSON.stringify(answer.body)).toContain(`Unknown field \\"${pointer.split('/').at(-1) ?? ''}\\"`);
  });
});
