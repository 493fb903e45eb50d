import { createCampaignSchema, patchCampaignSchema } from '../../../shared/contracts/campaign.schema';

const accepts = (fields: Record<string, unknown>): boolean =>
  createCampaignSchema.safeParse({ Name: 'Spring', ...fields }).success;

describe('createCampaignSchema', () => {
  it('requires only a name', () => {
    expect(createCampaignSchema.parse({ Name: 'Spring' })).toEqual({ Name: 'Spring', State: 'running' });
  });

  it('accepts defaults whose windows leave the time zone to the job', () => {
    expect(
      accepts({ Defaults: { Constraints: { TimeRules: [{ TimeRanges: [{ Start: '22:00', End: '02:00' }] }] } } }),
    ).toBe(true);
  });

  it('limits the time ranges of each set of constraints, and of all of them together', () => {
    const constraints = (ranges: number) => ({
      Constraints: {
        TimeRules: Array.from({ length: Math.ceil(ranges / 50) }, (_, rule) => ({
          TimeRanges: Array.from({ length: Math.min(50, ranges - rule * 50) }, () => ({
            Start: '09:00',
            End: '17:00',
          })),
        })),
      },
    });
    const variants = (count: number, ranges: number) =>
      Array.from({ length: count }, (_, n) => ({ ID: `v${n}`, Overrides: constraints(ranges) }));
    expect(accepts({ Defaults: constraints(500) })).toBe(true);
    expect(accepts({ Defaults: constraints(501) })).toBe(false);
    expect(accepts({ Variants: [{ ID: 'a', Overrides: constraints(501) }] })).toBe(false);
    expect(accepts({ Defaults: constraints(500), Variants: variants(3, 500) })).toBe(true);
    expect(accepts({ Defaults: constraints(500), Variants: variants(50, 31) })).toBe(false);
  });

  it('defaults variants to a weight of one and no overrides', () => {
    expect(createCampaignSchema.parse({ Name: 'Spring', Variants: [{ ID: 'a' }] }).Variants).toEqual([
      { ID: 'a', Weight: 1, Overrides: {} },
    ]);
  });

  it.each([
    [{ Name: '' }],
    [{ Name: 'x'.repeat(201) }],
    [{ DefaultCallerID: '12345' }],
    [{ CallerIDs: ['+14155550100', 'x'] }],
    [{ Variants: [{ ID: 'a' }, { ID: 'a' }] }],
    [{ Variants: [{ ID: 'a', Weight: -1 }] }],
    [{ JitterSeconds: -1 }],
    [{ JitterSeconds: 1.5 }],
    [{ RetryRules: { contact_busy: { Then: 'panic' } } }],
    [{ RetryRules: { no_such_outcome: { Then: 'complete' } } }],
    [{ RetryRules: { contact_busy: { Then: 'retry', Delays: [] } } }],
    [{ RetryRules: { contact_busy: { Then: 'fail' } } }],
    [{ Defaults: { MaxRingSeconds: 0 } }],
    [{ Surprise: 1 }],
  ])('rejects %j', (fields) => {
    expect(accepts(fields)).toBe(false);
  });
});

describe('patchCampaignSchema', () => {
  it('removes fields with null, except the name', () => {
    expect(patchCampaignSchema.safeParse({ Agent: null, JitterSeconds: 5 }).success).toBe(true);
    expect(patchCampaignSchema.safeParse({ Name: null }).success).toBe(false);
  });

  it('rejects an empty change and unknown fields', () => {
    expect(patchCampaignSchema.safeParse({}).success).toBe(false);
    expect(patchCampaignSchema.safeParse({ Version: 5 }).success).toBe(false);
  });
});
