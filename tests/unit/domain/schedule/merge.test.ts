import type { JobOverrides } from '../../../../shared/domain/job/overrides';
import { mergeOverrides } from '../../../../shared/domain/campaign/merge-overrides';
import { mergeConstraints } from '../../../../shared/domain/schedule/merge';
import { window } from './builders';

describe('mergeConstraints', () => {
  it('takes each field from the job if it sets one, else from the campaign, and reports the origin', () => {
    const campaign = {
      MinCreationDelay: '1h',
      MaxTotalCalls: 5,
      TimeZone: 'Europe/Helsinki',
      TimeRules: [window('09:00', '17:00')],
    };
    expect(mergeConstraints(campaign, { MaxTotalCalls: 0, TimeZone: 'Asia/Tokyo', DisableJitter: false })).toEqual({
      constraints: { ...campaign, MaxTotalCalls: 0, TimeZone: 'Asia/Tokyo', DisableJitter: false },
      origins: {
        MinCreationDelay: 'campaign',
        MaxTotalCalls: 'job',
        TimeZone: 'job',
        TimeRules: 'campaign',
        DisableJitter: 'job',
      },
    });
  });

  it('replaces a field as a whole: a job with an empty list of windows may be called at any time', () => {
    const campaign = { TimeRules: [window('09:00', '17:00')], MaxAttemptsInInterval: { Count: 1, Duration: '24h' } };
    const job = { TimeRules: [], MaxAttemptsInInterval: { Count: 3, Duration: '1h' } };
    expect(mergeConstraints(campaign, job).constraints).toEqual(job);
  });

  it('treats a field that is present without a value as not set', () => {
    expect(mergeConstraints({ MaxTotalCalls: 5 }, { MaxTotalCalls: undefined })).toEqual({
      constraints: { MaxTotalCalls: 5 },
      origins: { MaxTotalCalls: 'campaign' },
    });
  });

  it('returns no constraints if neither sets any', () => {
    expect(mergeConstraints(undefined, undefined)).toEqual({ constraints: {}, origins: {} });
  });
});

describe('mergeOverrides', () => {
  it('lets variants override the campaign, later variants earlier ones, and the job all of them', () => {
    const campaign = { MaxCallSeconds: 1, MaxRingSeconds: 1, DisableRecording: true, HangUpIsOptOut: true };
    const variants = [{ MaxRingSeconds: 2, DisableRecording: false }, { MaxRingSeconds: 3 }];
    expect(mergeOverrides(campaign, variants, { HangUpIsOptOut: false })).toEqual({
      MaxCallSeconds: 1,
      MaxRingSeconds: 3,
      DisableRecording: false,
      HangUpIsOptOut: false,
    });
  });

  it('merges Constraints and Redaction field by field', () => {
    const campaign: JobOverrides = {
      Constraints: { MaxTotalCalls: 5, MinCreationDelay: '1h' },
      Redaction: { redact: ['name'], keep: ['url'] },
    };
    const job = { Constraints: { MaxTotalCalls: 1 }, Redaction: { keep: [] } };
    expect(mergeOverrides(campaign, [], job)).toEqual({
      Constraints: { MaxTotalCalls: 1, MinCreationDelay: '1h' },
      Redaction: { redact: ['name'], keep: [] },
    });
  });

  it('merges Integrations key by key, each replaced as a whole', () => {
    const campaign = { Integrations: { crm: { url: 'a', key: 'b' }, simulator: { Scenario: 'contact_busy' } } };
    expect(mergeOverrides(campaign, [], { Integrations: { crm: { url: 'c' } } })).toEqual({
      Integrations: { crm: { url: 'c' }, simulator: { Scenario: 'contact_busy' } },
    });
  });

  it('merges SST option by option for each provider', () => {
    const campaign = {
      SST: { one: { options: { language: 'fi', keywords: ['a'] } }, two: { options: { language: 'sv' } } },
    };
    const job = { SST: { one: { options: { language: 'en' } }, two: {}, three: {} } };
    expect(mergeOverrides(campaign, [], job)).toEqual({
      SST: { one: { options: { language: 'en', keywords: ['a'] } }, two: { options: { language: 'sv' } }, three: {} },
    });
  });

  it('does not modify its arguments', () => {
    const campaign = Object.freeze({ Integrations: Object.freeze({ a: 1 }), Constraints: Object.freeze({}) });
    expect(() =>
      mergeOverrides(campaign, [{ Integrations: { b: 2 } }], { Constraints: { MaxTotalCalls: 1 } }),
    ).not.toThrow();
  });

  it('treats a key named __proto__ as plain data', () => {
    const hostile = JSON.parse('{ "Integrations": { "__proto__": { "polluted": true } } }') as {
      Integrations: Record<string, unknown>;
    };
    const merged = mergeOverrides({ Integrations: { a: 1 } }, [], hostile);
    expect(Object.keys(merged.Integrations ?? {})).toEqual(['a', '__proto__']);
    expect(merged.Integrations?.['polluted']).toBeUndefined();
  });
});
