import { listJobsQuerySchema, searchJobsQuerySchema } from '../../../shared/contracts/job-list.schema';
import { createJobSchema, getJobQuerySchema } from '../../../shared/contracts/job.schema';

describe('createJobSchema', () => {
  it('accepts every field of the contract', () => {
    const body = {
      ContactPhoneNumber: '+14155550123',
      CallerID: '+14155550100',
      ContactName: 'Ada',
      Metadata: { customer: 7 },
      Data: { plan: 'gold' },
      Overrides: {
        HangUpIsOptOut: true,
        DisableRecording: false,
        MaxCallSeconds: 600,
        MaxRingSeconds: 30,
        Integrations: { crm: { id: 1 } },
        Constraints: {
          MinCreationDelay: '10m',
          DisableJitter: true,
          MinDurationBetweenCalls: '4h',
          MaxTotalCalls: 0,
          MaxAttemptsInInterval: { Count: 2, Duration: '24h' },
          TimeZone: 'Europe/Helsinki',
          TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '24:00' }], Weekdays: ['Mo', 'Su'] }],
        },
        Redaction: { redact: ['email'], keep: ['name'] },
        SST: { deepgram: { options: { language: 'fi', keywords: ['Outdial'] } } },
      },
      CampaignVariants: [],
      TestJob: true,
    };
    expect(createJobSchema.parse(body)).toEqual(body);
  });

  it.each([1, 900, 100_000, 2 ** 53, Number('9223372036854775807')])(
    'accepts %d as seconds of a ring and a call',
    (n) => {
      const body = { ContactPhoneNumber: '+14155550123', Overrides: { MaxCallSeconds: n, MaxRingSeconds: n } };
      expect(createJobSchema.parse(body)).toEqual(body);
    },
  );

  it('defaults Overrides to an empty object', () => {
    expect(createJobSchema.parse({ ContactPhoneNumber: '+14155550123' }).Overrides).toEqual({});
  });
});

describe('queries of jobs', () => {
  it.each([
    [{}, {}],
    [{ after: 'job_1' }, { after: 'job_1' }],
    [{ by_time: 'true' }, { by_time: true }],
    [{ by_time: 'false' }, { by_time: false }],
    [
      { by_time: '1', before_ms: '1795254061325', after: 'job_1' },
      { by_time: true, before_ms: 1795254061325, after: 'job_1' },
    ],
    [
      { by_time: 'true', before_ms: '-5' },
      { by_time: true, before_ms: -5 },
    ],
    [{ before_ms: '5' }, { before_ms: 5 }],
    [
      { by_time: 'false', before_ms: '5' },
      { by_time: false, before_ms: 5 },
    ],
    [{ state: 'failed' }, { state: ['failed'] }],
    [
      { state: ['failed', 'canceled'], test: 'false' },
      { state: ['failed', 'canceled'], test: false },
    ],
    [
      { created_after: '2026-11-21T08:00:00+02:00', created_before: '1795254061325', limit: '5' },
      { created_after: 1_795_240_800_000, created_before: 1_795_254_061_325, limit: 5 },
    ],
  ])('reads %j', (query, parsed) => {
    expect(listJobsQuerySchema.parse(query)).toEqual(parsed);
  });

  it.each([
    [{ by_time: 'yes' }],
    [{ by_time: '' }],
    [{ by_time: 'TRUE' }],
    [{ by_time: ['true', 'true'] }],
    [{ by_time: 'true', before_ms: '' }],
    [{ by_time: 'true', before_ms: '1.5' }],
    [{ by_time: 'true', before_ms: '1e3' }],
    [{ by_time: 'true', before_ms: '0x10' }],
    [{ by_time: 'true', before_ms: ' 5' }],
    [{ by_time: 'true', before_ms: ['1', '2'] }],
    [{ after: ['job_1', 'job_2'] }],
    [{ after: '' }],
    [{ after: '$ne' }],
    [{ limit: '0' }],
    [{ limit: '1000001' }],
    [{ limit: ['5', '6'] }],
    [{ state: 'analyzing' }],
    [{ state: 'failed,canceled' }],
    [{ state: ['failed', 'done'] }],
    [{ state: '' }],
    [{ test: 'yes' }],
    [{ test: ['true', 'false'] }],
    [{ import_id: 'a b' }],
    [{ created_after: 'yesterday' }],
    [{ created_after: '2026-11-21' }],
    [{ created_before: '-5' }],
    [{ created_before: ['1', '2'] }],
    [{ fields: 'some' }],
  ])('rejects %j', (query) => {
    expect(listJobsQuerySchema.safeParse(query).success).toBe(false);
  });

  it('reports that a parameter must not be repeated', () => {
    const { error } = getJobQuerySchema.safeParse({ events: ['1', '1'] });
    expect(error?.issues[0]?.message).toContain('must not be repeated');
  });

  it.each([
    ['job_01a1', 'job_01a1'],
    ['+14155550123', '+14155550123'],
    [' 14155550123', '+14155550123'],
    ['14155550123', '+14155550123'],
    ['  job_01a1 ', 'job_01a1'],
  ])('searches %j as %j', (search, text) => {
    expect(searchJobsQuerySchema.parse({ search })).toEqual({ search: text });
  });

  it.each([
    [{}],
    [{ search: '' }],
    [{ search: '  ' }],
    [{ search: ['a', 'b'] }],
    [{ search: 'a'.repeat(201) }],
    [{ q: 'a' }],
  ])('rejects to search %j', (query) => {
    expect(searchJobsQuerySchema.safeParse(query).success).toBe(false);
  });
});
