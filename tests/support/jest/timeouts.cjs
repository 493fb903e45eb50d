/**
 * Multiplies the timeouts of every test and hook of a file, once all of them are declared: `npm test` runs more files at a time than there
 * are processors, so each takes a multiple of what it takes alone. A timeout is there to end what hangs, and measures nothing.
 * @param {import('@jest/types').Circus.State} state of jest, whose own timeout is changed too
 * @param {number} factor at least 1
 */
function multiplyTimeouts(state, factor) {
  state.testTimeout *= factor;
  const multiply = (one) => {
    if (one.timeout !== undefined) one.timeout *= factor;
  };
  const visit = (block) => {
    block.hooks.forEach(multiply);
    for (const child of block.children) {
      if (child.type === 'test') multiply(child);
      else visit(child);
    }
  };
  visit(state.rootDescribeBlock);
}

module.exports = { multiplyTimeouts };
