import fc from 'fast-check';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import { mergeOverrides } from '../../../../shared/domain/campaign/merge-overrides';
import { resolveWindows, type WindowFields } from '../../../../shared/domain/campaign/windows';
import { timeRules } from '../schedule/arbitraries';

const overrides = fc.record(
  {
    MaxRingSeconds: fc.constant(20),
    Constraints: fc.record(
      { TimeRules: timeRules, TimeZone: fc.constantFrom('UTC', 'Asia/Tehran'), MaxTotalCalls: fc.constant(2) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const variants = fc
  .array(fc.tuple(fc.constantFrom(0, 1), overrides), { maxLength: 4 })
  .map((all) => all.map(([Weight, Overrides], index) => ({ ID: `v${index}`, Weight, Overrides })));
const campaign = fc.record({ Name: fc.constant('c'), Defaults: overrides, Variants: variants });
const job = fc.record(
  { Overrides: overrides, CampaignVariants: fc.array(fc.constantFrom('v0', 'v1', 'v3', 'unknown'), { maxLength: 3 }) },
  { requiredKeys: ['Overrides'] },
);

/** The windows of all merged overrides, one for each choice of variants. */
function mergedWindows(
  { CampaignVariants, Overrides }: WindowFields,
  { Defaults = {}, Variants = [] }: CampaignConfig,
) {
  const drawn = Variants.filter(({ Weight }) => Weight > 0).map(({ ID }) => [ID]);
  const choices = CampaignVariants === undefined ? (drawn.length > 0 ? drawn : [[]]) : [CampaignVariants];
  return choices.map((ids) => {
    const chosen = ids.flatMap((id) => Variants.filter(({ ID }) => ID === id));
    const merged = mergeOverrides(
      Defaults,
      chosen.map((variant) => variant.Overrides),
      Overrides,
    );
    return { TimeZone: merged.Constraints?.TimeZone, TimeRules: merged.Constraints?.TimeRules };
  });
}
const texts = (windows: unknown[]): string[] => [...new Set(windows.map((one) => JSON.stringify(one)))].sort();

it('the windows of a job are those of its merged overrides, for every variant that may be drawn', () => {
  fc.assert(
    fc.property(campaign, job, (config, fields) => {
      expect(texts(resolveWindows(fields, config))).toEqual(texts(mergedWindows(fields, config)));
    }),
    { numRuns: 500 },
  );
});

it('variants without windows of their own share those of the campaign', () => {
  const Constraints = { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] };
  const Variants = Array.from({ length: 50 }, (_, index) => ({ ID: `v${index}`, Weight: 1, Overrides: {} }));
  const config = { Name: 'c', Defaults: { Constraints }, Variants };
  expect(resolveWindows({ Overrides: {} }, config)).toHaveLength(1);
  expect(resolveWindows({ Overrides: { Constraints: { TimeZone: 'UTC' } } }, config)).toHaveLength(1);
});
