import { rowShape } from '../../../../shared/contracts/import-row';
import { loadNumberFacts } from '../../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../../shared/adapters/numbers/zones-of-number';
import { createRowValidator } from '../../../../shared/domain/import/validate-row';
import {
  findPolicyProblems,
  openPolicy,
  resolvePolicy,
  type OrganizationPolicy,
} from '../../../../shared/domain/organization/policy';
import { createJobContext, planJob } from '../../../../shared/domain/planning/plan-job';
import { aCampaign, aJob } from '../../../support/builders';

const number = '+14155550123';
const denied: OrganizationPolicy = { TestJobs: { Allowed: false } };
const onlyTo = (...Numbers: string[]): OrganizationPolicy => ({ TestJobs: { Allowed: true, Numbers } });
const nowMs = Date.parse('2026-11-20T10:00:00Z');

const cases: [policy: OrganizationPolicy | undefined, refusedAt: string | undefined][] = [
  [undefined, undefined],
  [{}, undefined],
  [{ TestJobs: { Allowed: true } }, undefined],
  [onlyTo(number), undefined],
  [onlyTo('+14155550199'), '/ContactPhoneNumber'],
  [onlyTo(), '/ContactPhoneNumber'],
  [denied, '/TestJob'],
];

describe.each(cases)('the policy %j', (own, refusedAt) => {
  const policy = resolvePolicy(own, openPolicy);

  it(`refuses ${refusedAt ?? 'nothing'} of a new test job, and nothing of another job`, () => {
    const job = { ContactPhoneNumber: number, TestJob: true };
    expect(findPolicyProblems(job, policy).map(({ pointer }) => pointer)).toEqual(refusedAt ? [refusedAt] : []);
    expect(findPolicyProblems({ ...job, TestJob: false }, policy)).toEqual([]);
    expect(findPolicyProblems({ ContactPhoneNumber: number }, policy)).toEqual([]);
  });

  it('decides on rows of an import alike, and a refused row is not stored as a test job', async () => {
    const validate = await createRowValidator({
      shape: rowShape,
      campaign: aCampaign(),
      policy,
      hasCeilings: false,
      validateOverrides: () => [],
      loadZones,
      loadNumberFacts,
      loadNumberReader,
      nowMs,
    });
    const row = (fields: Record<string, unknown>) =>
      validate({ number: 1, fields: { ContactPhoneNumber: number, ...fields }, problems: [] });
    const test = row({ TestJob: true });
    expect(row({}).kind).toBe('valid');
    expect(test.kind).toBe(refusedAt === undefined ? 'valid' : 'invalid');
    if (test.kind !== 'invalid') return;
    expect(test.problems).toMatchObject([{ column: refusedAt?.slice(1), code: 'not_allowed_by_policy' }]);
    // What its client sent is then encrypted like every other job.
    expect(test.salvaged).toEqual({ ContactPhoneNumber: number });
  });

  it('holds when a call is planned, also for an instant that a person chose', () => {
    const contextOf = (TestJob: boolean) => ({
      ...createJobContext({
        job: aJob({ CreatedMS: nowMs, PhoneNumber: number, TestJob }),
        calls: [],
        version: 1,
        campaign: aCampaign(),
      }),
      policy,
    });
    for (const operatorCallAtMs of [undefined, nowMs]) {
      const plan = planJob(contextOf(true), nowMs, operatorCallAtMs);
      expect(plan).toMatchObject(
        refusedAt === undefined ? { kind: 'call', atMs: nowMs } : { kind: 'never', reason: 'invalid_configuration' },
      );
      expect(plan.gates.map(({ Name }) => Name).includes('Policy')).toBe(refusedAt !== undefined);
      expect(planJob(contextOf(false), nowMs, operatorCallAtMs).kind).toBe('call');
    }
  });
});
