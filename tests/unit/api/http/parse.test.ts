import type { z } from 'zod';
import { jsonPointer } from '../../../../shared/contracts/issues';
import { parseBody, parseQuery } from '../../../../apps/api/http/parse';
import { ProblemError } from '../../../../apps/api/http/problem';
import { createCampaignSchema } from '../../../../shared/contracts/campaign.schema';
import { createJobSchema, getJobQuerySchema } from '../../../../shared/contracts/job.schema';

function refusal(parse: () => unknown): ProblemError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
const errorsOf = (schema: z.ZodType, body: unknown) => refusal(() => parseBody(schema, body)).errors ?? [];

describe('parseBody', () => {
  it('points at every invalid field, however deep', () => {
    const errors = errorsOf(createJobSchema, {
      ContactPhoneNumber: '12',
      Overrides: { Constraints: { TimeRules: [{ TimeRanges: [{ Start: '9', End: '17:00' }] }], MaxTotalCalls: -1 } },
    });
    expect(errors.map((error) => error.pointer).sort()).toEqual([
      '/ContactPhoneNumber',
      '/Overrides/Constraints/MaxTotalCalls',
      '/Overrides/Constraints/TimeRules/0/TimeRanges/0/Start',
    ]);
  });

  it('reports one error per unknown field, with its name', () => {
    expect(
      errorsOf(createJobSchema, { ContactPhoneNumber: '+14155550123', phone: 1, Overrides: { Jitter: 2 } }),
    ).toEqual([
      { pointer: '/Overrides/Jitter', detail: 'Unknown field "Jitter".' },
      { pointer: '/phone', detail: 'Unknown field "phone".' },
    ]);
  });

  it('names __proto__ like any other unknown field', () => {
    const body = JSON.parse('{"ContactPhoneNumber":"+14155550123","__proto__":{}}') as unknown;
    expect(errorsOf(createJobSchema, body)).toEqual([{ pointer: '/__proto__', detail: 'Unknown field "__proto__".' }]);
  });

  it('describes a missing required field, with an example', () => {
    expect(errorsOf(createJobSchema, {})).toEqual([
      { pointer: '/ContactPhoneNumber', detail: 'Required. Expected an E.164 number such as "+14155550123".' },
    ]);
  });

  it.each([[[]], ['text'], [5], [null], [true]])('expects an object, not %j', (body) => {
    expect(errorsOf(createJobSchema, body)).toEqual([{ pointer: '', detail: 'Expected an object.' }]);
  });

  it.each([
    [{ ContactName: 5 }, 'Expected a string.'],
    [{ ContactName: 'x'.repeat(201) }, 'Expected at most 200 characters.'],
    [{ TestJob: 'yes' }, 'Expected true or false.'],
    [{ CampaignVariants: 'a' }, 'Expected an array.'],
    [{ Data: [] }, 'Expected an object.'],
    [{ Overrides: { MaxCallSeconds: 0 } }, 'Expected a whole number of seconds, at least 1.'],
    [{ Overrides: { MaxCallSeconds: 2 ** 64 } }, 'Expected a whole number of seconds that fits into 64 bits.'],
    [{ Overrides: { Redaction: { redact: ['shoe_size'] } } }, /^Expected one of "phone_number", /],
    [{ Overrides: { SST: { 'a b': {} } } }, 'Expected the key name of a speech-to-text provider.'],
  ])('explains %j', (fields, detail) => {
    const [error] = errorsOf(createJobSchema, { ContactPhoneNumber: '+14155550123', ...fields });
    expect(error?.detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail));
  });

  it('lists the choices of a rule', () => {
    const errors = errorsOf(createCampaignSchema, { Name: 'x', RetryRules: { contact_busy: { Then: 'panic' } } });
    expect(errors).toEqual([
      { pointer: '/RetryRules/contact_busy/Then', detail: 'Expected one of "complete", "retry", "fail".' },
    ]);
  });

  it('never echoes a value', () => {
    const secret = 'tulip';
    const { detail, errors } = refusal(() =>
      parseBody(createJobSchema, {
        ContactPhoneNumber: secret,
        CallerID: secret,
        ContactName: [secret],
        Metadata: secret,
        Data: secret,
        CampaignVariants: [`${secret}!`],
        TestJob: secret,
        Overrides: {
          MaxCallSeconds: secret,
          Constraints: {
            TimeZone: secret,
            MinCreationDelay: secret,
            TimeRules: [{ TimeRanges: [{ Start: secret, End: secret }], Weekdays: [secret] }],
          },
          Redaction: { redact: [secret] },
        },
      }),
    );
    expect(errors?.length).toBeGreaterThanOrEqual(12);
    expect(JSON.stringify({ detail, errors })).not.toContain(secret);
  });

  it('stays short for a body full of errors', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}${'x'.repeat(150)}`, 1]));
    const errors = errorsOf(createJobSchema, body);
    expect(errors).toHaveLength(50);
    expect(JSON.stringify(errors).length).toBeLessThan(20_000);
  });
});

describe('parseQuery', () => {
  it('accepts the null-prototype object that Express creates', () => {
    const query = Object.assign(Object.create(null) as Record<string, unknown>, { events: '1' });
    expect(parseQuery(getJobQuerySchema, query)).toEqual({ events: true });
  });

  it('names the parameter', () => {
    const { code, errors } = refusal(() => parseQuery(getJobQuerySchema, { events: 'maybe', 'a[b]': '1' }));
    expect(code).toBe('invalid_query');
    expect(errors?.map((error) => error.pointer)).toEqual(['events', 'a[b]']);
  });
});

describe('jsonPointer', () => {
  it('escapes according to RFC 6901', () => {
    expect(jsonPointer(['a/b', 'm~n', 0])).toBe('/a~1b/m~0n/0');
    expect(jsonPointer([])).toBe('');
  });
});
