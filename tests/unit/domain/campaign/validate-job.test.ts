import { validateJob } from '../../../../shared/domain/campaign/validate-job';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import type { Constraints } from '../../../../shared/domain/schedule/constraints';

const campaign: CampaignConfig = { Name: 'c', DefaultCallerID: '+14155550100', CallerIDs: ['+14155550101'] };
const windows: Constraints = { TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '17:00' }] }] };
const pointers = (job: Partial<Parameters<typeof validateJob>[0]>, config = campaign): string[] =>
  validateJob({ Overrides: {}, ...job }, config).map((problem) => problem.pointer);

describe('a caller id', () => {
  it.each([undefined, '+14155550100', '+14155550101'])('%s is one of the campaign', (CallerID) => {
    expect(pointers({ CallerID })).toEqual([]);
  });

  it('outside the list is rejected', () => {
    expect(pointers({ CallerID: '+14155550199' })).toEqual(['/CallerID']);
  });

  it('is required if the campaign has no default', () => {
    expect(pointers({}, { Name: 'c', CallerIDs: ['+14155550101'] })).toEqual(['/CallerID']);
    expect(pointers({ CallerID: '+14155550101' }, { Name: 'c', CallerIDs: ['+14155550101'] })).toEqual([]);
  });
});

describe('variants', () => {
  it('must belong to the campaign; each unknown one is reported', () => {
    const config = { ...campaign, Variants: [{ ID: 'a', Weight: 1, Overrides: {} }] };
    expect(pointers({ CampaignVariants: ['x', 'a', 'y'] }, config)).toEqual([
      '/CampaignVariants/0',
      '/CampaignVariants/2',
    ]);
  });
});

describe('windows without a time zone', () => {
  const zone = '/Overrides/Constraints/TimeZone';
  const zoned: Constraints = { TimeZone: 'Europe/Helsinki' };

  it('are rejected, wherever the windows come from', () => {
    expect(pointers({ Overrides: { Constraints: windows } })).toEqual([zone]);
    expect(pointers({}, { ...campaign, Defaults: { Constraints: windows } })).toEqual([zone]);
  });

  it('are completed by the other side', () => {
    expect(
      pointers({ Overrides: { Constraints: windows } }, { ...campaign, Defaults: { Constraints: zoned } }),
    ).toEqual([]);
    expect(
      pointers({ Overrides: { Constraints: zoned } }, { ...campaign, Defaults: { Constraints: windows } }),
    ).toEqual([]);
  });

  it('are rejected if any variant that may be drawn leaves them without one', () => {
    const variant = { ID: 'windows', Overrides: { Constraints: windows } };
    const plain = { ID: 'plain', Weight: 1, Overrides: {} };
    expect(pointers({}, { ...campaign, Variants: [plain, { ...variant, Weight: 1 }] })).toEqual([zone]);
    expect(pointers({}, { ...campaign, Variants: [plain, { ...variant, Weight: 0 }] })).toEqual([]);
    expect(pointers({ CampaignVariants: [] }, { ...campaign, Variants: [{ ...variant, Weight: 1 }] })).toEqual([]);
    expect(
      pointers({ CampaignVariants: ['windows'] }, { ...campaign, Variants: [plain, { ...variant, Weight: 0 }] }),
    ).toEqual([zone]);
  });

  it('are valid if the list of windows is empty', () => {
    expect(pointers({ Overrides: { Constraints: { TimeRules: [] } } })).toEqual([]);
  });
});
