import fc from 'fast-check';
import { technicalFailures } from '../../../../shared/domain/call/call';
import { groupFailures, type FailedCall } from '../../../../shared/domain/call/group-failures';

const failed = fc.record({
  CallID: fc.uuid(),
  JobID: fc.uuid(),
  CampaignID: fc.constantFrom('campaign_a', 'campaign_b'),
  EndedMS: fc.nat(1_000_000),
  Failure: fc.constantFrom(...technicalFailures),
  Line: fc.option(fc.record({ Provider: fc.constant('sip'), SipCode: fc.constantFrom(500, 503) }), { nil: undefined }),
}) as fc.Arbitrary<FailedCall>;

describe('grouped failures', () => {
  it('hold each call once, with the first, the last and the latest of each group, most calls first', () => {
    fc.assert(
      fc.property(fc.array(failed, { maxLength: 60 }), (calls) => {
        const groups = groupFailures(calls);
        expect(groups.reduce((sum, group) => sum + group.Calls, 0)).toBe(calls.length);
        expect(groups.map(({ Calls }) => Calls)).toEqual(groups.map(({ Calls }) => Calls).sort((a, b) => b - a));
        for (const group of groups) {
          const alike = calls.filter((call) => call.Failure === group.Failure && call.Line?.SipCode === group.SipCode);
          const ended = alike.map(({ EndedMS }) => EndedMS);
          expect(group).toMatchObject({
            Calls: alike.length,
            FirstMS: Math.min(...ended),
            LastMS: Math.max(...ended),
          });
          expect(alike.find(({ CallID }) => CallID === group.Latest.CallID)?.EndedMS).toBe(group.LastMS);
          expect([...group.CampaignIDs].sort()).toEqual([...new Set(alike.map(({ CampaignID }) => CampaignID))].sort());
        }
      }),
    );
  });

  it('are apart by trunk and by the codes of the line', () => {
    const call = {
      CallID: 'call_1',
      JobID: 'job_1',
      CampaignID: 'c',
      EndedMS: 1,
      Failure: 'provider_refused',
    } as const;
    const lines = [
      { Provider: 'sip', Trunk: 'a' },
      { Provider: 'sip', Trunk: 'b' },
      { Provider: 'sip', Trunk: 'a', Q850: 38 },
    ];
    const groups = groupFailures(lines.map((Line) => ({ ...call, Line })));
    expect(groups.map(({ Trunk, Q850 }) => [Trunk, Q850])).toEqual([
      ['sip/a', undefined],
      ['sip/b', undefined],
      ['sip/a', 38],
    ]);
  });
});
