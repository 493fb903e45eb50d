import { createJobContext } from '../../../../shared/domain/planning/plan-job';
import type { CampaignVariant } from '../../../../shared/domain/campaign/campaign';
import { chooseVariants, readVariantKey, toVariantKey } from '../../../../shared/domain/campaign/choose-variants';
import { jobIdOfRow } from '../../../../shared/domain/import/import';
import { aCampaign, aJob } from '../../../support/builders';

const variant = (ID: string, Weight: number, MaxRingSeconds = 10): CampaignVariant => ({
  ID,
  Weight,
  Overrides: { MaxRingSeconds },
});
/** Standard deviations of a number of draws that each have this probability. */
const sigmas = (count: number, share: number, draws: number): number => count * Math.sqrt(draws * share * (1 - share));
const jobIds = Array.from({ length: 10_000 }, (_, n) => `job_${n.toString(16).padStart(32, '0')}`);

describe('the variants of a job', () => {
  it('are drawn by weight', () => {
    const variants = [variant('rare', 1), variant('never', 0), variant('often', 3), variant('half', 4)];
    const drawn = new Map<string, number>();
    for (const jobId of jobIds) {
      const [id, ...more] = chooseVariants(variants, jobId);
      expect(more).toEqual([]);
      drawn.set(id ?? 'none', (drawn.get(id ?? 'none') ?? 0) + 1);
    }
    expect([...drawn.keys()].sort()).toEqual(['half', 'often', 'rare']);
    // Three standard deviations of fair draws.
    for (const [id, share] of [
      ['rare', 1 / 8],
      ['often', 3 / 8],
      ['half', 4 / 8],
    ] as const)
      expect(Math.abs((drawn.get(id) ?? 0) - share * jobIds.length)).toBeLessThan(sigmas(3, share, jobIds.length));
  });

  it('are drawn by weight whatever the weights, and from ids as imports make them, which differ in few digits', () => {
    const source = { CreatedMS: 1_795_417_200_000, JobSalt: '0123456789abc' };
    const imported = Array.from({ length: 5_000 }, (_, index) => jobIdOfRow(source, index + 1) ?? '');
    for (const weights of [
      [1, 1],
      [97, 3],
      [0.5, 0.25, 0.25],
      [1, 2, 3, 4, 5],
    ]) {
      const variants = weights.map((weight, index) => variant(`v${index}`, weight));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        const drawn = imported.filter((jobId) => chooseVariants(variants, jobId)[0] === `v${index}`).length;
        const share = weight / total;
        // Of 12 checks, one beyond three standard deviations would come by chance in 3 % of the seeds. This seed is fixed.
        expect(Math.abs(drawn - share * imported.length)).toBeLessThan(sigmas(3, share, imported.length));
      }
    }
  });

  it('are written as one text for counts, which names none where there are none', () => {
    const variants = [variant('a', 1), variant('b', 1)];
    expect([['b', 'a'], ['a'], []].map((chosen) => toVariantKey(variants, chosen))).toEqual(['a,b', 'a', '']);
    expect([toVariantKey([], []), toVariantKey(undefined, [])]).toEqual([undefined, undefined]);
    expect(['a,b', 'a', ''].map(readVariantKey)).toEqual([['a', 'b'], ['a'], []]);
  });

  it('are the same whenever they are drawn for a job', () => {
    const variants = [variant('a', 1), variant('b', 1)];
    for (const jobId of jobIds.slice(0, 100))
      expect(chooseVariants(structuredClone(variants), jobId)).toEqual(chooseVariants(variants, jobId));
  });

  it('are an empty list without variants, and if all weights are zero', () => {
    expect(chooseVariants([], 'job_1')).toEqual([]);
    expect(chooseVariants([variant('a', 0)], 'job_1')).toEqual([]);
  });

  it('are the named ones, whatever their weights; an empty list means none', () => {
    const variants = [variant('a', 1), variant('b', 0), variant('c', 5)];
    expect(chooseVariants(variants, 'job_1', ['b', 'a'])).toEqual(['b', 'a']);
    expect(chooseVariants(variants, 'job_1', [])).toEqual([]);
  });

  it('override the campaign’s defaults, several of them in the campaign’s order, and the job overrides them', () => {
    const campaign = aCampaign({
      Defaults: { MaxRingSeconds: 1, MaxCallSeconds: 1, DisableRecording: true },
      Variants: [
        { ID: 'a', Weight: 0, Overrides: { MaxRingSeconds: 2, MaxCallSeconds: 2 } },
        { ID: 'b', Weight: 1, Overrides: { MaxRingSeconds: 3 } },
      ],
    });
    const contextOf = (CampaignVariants?: string[]) => {
      const job = aJob({ CreatedMS: 0, Overrides: { DisableRecording: false }, CampaignVariants });
      return createJobContext({ job, calls: [], version: 1, campaign });
    };
    const common = { DisableRecording: false };
    expect(contextOf([]).overrides).toEqual({ ...common, MaxRingSeconds: 1, MaxCallSeconds: 1 });
    expect(contextOf(['b']).overrides).toEqual({ ...common, MaxRingSeconds: 3, MaxCallSeconds: 1 });
    for (const named of [
      ['a', 'b'],
      ['b', 'a'],
    ])
      expect(contextOf(named).overrides).toEqual({ ...common, MaxRingSeconds: 3, MaxCallSeconds: 2 });
    expect(contextOf()).toMatchObject({ variants: ['b'], overrides: { MaxRingSeconds: 3 } });
  });
});
