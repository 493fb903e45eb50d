import { multiplyTimeouts } from '../../support/jest/timeouts.cjs';

describe('the timeouts of a test file', () => {
  it('are multiplied for each test and hook, wherever it is declared', () => {
    const inner = { hooks: [{ timeout: 5 }], children: [{ type: 'test', timeout: 7 }] };
    const rootDescribeBlock = {
      hooks: [{ timeout: 10 }, {}],
      children: [{ type: 'test' }, { type: 'test', timeout: 20 }, { type: 'describeBlock', ...inner }],
    };
    const state = { testTimeout: 100, rootDescribeBlock };
    multiplyTimeouts(state, 3);
    expect(state).toEqual({
      testTimeout: 300,
      rootDescribeBlock: {
        hooks: [{ timeout: 30 }, {}],
        children: [
          { type: 'test' },
          { type: 'test', timeout: 60 },
          { type: 'describeBlock', hooks: [{ timeout: 15 }], children: [{ type: 'test', timeout: 21 }] },
        ],
      },
    });
  });
});
