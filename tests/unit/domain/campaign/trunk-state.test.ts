import { summarizeTrunks, type TrunkReport } from '../../../../shared/domain/campaign/trunk-state';

const report = (fields: Partial<TrunkReport>): TrunkReport => ({
  Name: 'sip/main',
  Disabled: false,
  Health: 'unknown',
  ...fields,
});

describe('the state of a trunk', () => {
  it.each([
    [['up', 'up'], 'up'],
    [['up', 'unknown'], 'up'],
    [['down', 'unknown'], 'down'],
    [['up', 'down'], 'partly_down'],
    [['unknown'], 'unknown'],
  ] as const)('is, if its workers say %j, %s', (healths, expected) => {
    const [state] = summarizeTrunks(healths.map((Health) => [report({ Health })]));
    expect(state).toMatchObject({ Health: expected, Workers: healths.length });
  });

  it('adds the calls up, and counts none where no worker counts', () => {
    const workers = [[report({ Calls: 2 }), report({ Name: 'twilio' })], [report({ Calls: 3, MaxCallsPerMinute: 60 })]];
    expect(summarizeTrunks(workers)).toEqual([
      { Name: 'sip/main', Disabled: false, Health: 'unknown', Calls: 5, Workers: 2 },
      { Name: 'twilio', Disabled: false, Health: 'unknown', Calls: undefined, Workers: 1 },
    ]);
    expect(summarizeTrunks([])).toEqual([]);
  });
});
