import { jobOverridesSchema } from '../../../shared/contracts/overrides.schema';
import { mergeOverrides } from '../../../shared/domain/campaign/merge-overrides';
import type { JobOverrides } from '../../../shared/domain/job/overrides';
import { defaultRedaction, entitiesToRedact, redactionEntities } from '../../../shared/domain/job/redaction';

type Redaction = NonNullable<JobOverrides['Redaction']>;

describe('which entities are redacted', () => {
  it.each<[string, Redaction | undefined, readonly string[]]>([
    ['the default where nothing is said', undefined, defaultRedaction],
    ['the default less what is kept', { keep: ['iban'] }, ['credit_card', 'ssn']],
    ['nothing by an empty list', { redact: [] }, []],
    ['exactly those named', { redact: ['name', 'email'] }, ['email', 'name']],
    ['all by "all"', { redact: ['all'] }, redactionEntities],
    [
      'all but those kept',
      { redact: ['all'], keep: ['name', 'url'] },
      redactionEntities.filter((e) => e !== 'name' && e !== 'url'),
    ],
    ['nothing that is named and kept', { redact: ['email'], keep: ['email'] }, []],
  ])('%s', (_what, Redaction, expected) => {
    expect(entitiesToRedact(Redaction ? { Redaction } : {}, false)).toEqual(expected);
    expect(entitiesToRedact(Redaction ? { Redaction } : {}, true)).toEqual([]);
  });

  it("is the campaign's `redact` with the job's `keep`", () => {
    const inForce = mergeOverrides({ Redaction: { redact: ['all'] } }, [], { Redaction: { keep: ['name'] } });
    expect(entitiesToRedact(inForce, undefined)).toEqual(redactionEntities.filter((entity) => entity !== 'name'));
  });

  it('rejects unknown names, and `all` in the list to keep', () => {
    expect(jobOverridesSchema.safeParse({ Redaction: { redact: ['all'], keep: ['name'] } }).success).toBe(true);
    expect(jobOverridesSchema.safeParse({ Redaction: { redact: ['shoe_size'] } }).success).toBe(false);
    expect(jobOverridesSchema.safeParse({ Redaction: { keep: ['all'] } }).success).toBe(false);
  });
});
