const { performance } = require('node:perf_hooks');

/**
 * Deadlines of tests only end what hangs, so they grow with the slowness of the machine, which is measured once for each run: before its first
 * test, by the process that starts the others, which find the factor in their environment.
 */
const variable = 'OUTDIAL_TEST_TIMEOUT_FACTOR';

/** How long {@link work} takes (ms) on a quiet machine of the usual speed. */
const referenceMs = 400;
/**
 * Several test files share each processor with the servers that they use, and other programs may start after the measurement: each test then
 * takes a multiple of what it takes alone.
 */
const sharing = 5;

/** A fixed piece of work: long enough that the scheduler makes it share the processors with whatever else runs. */
function work() {
  const counts = new Map();
  let hash = 0;
  for (let round = 0; round < 15_000_000; round++) {
    hash = (Math.imul(hash, 31) + round) | 0;
    counts.set(hash & 4_095, round);
  }
  return counts.size;
}

/** How many times slower than the reference this machine is now; at least 1. */
function measureSlowness() {
  const startMs = performance.now();
  work();
  return Math.max(1, (performance.now() - startMs) / referenceMs);
}

/** By what deadlines of tests and benches are multiplied in this run. */
function timeoutFactor() {
  process.env[variable] ??= (sharing * measureSlowness()).toFixed(1);
  return Number(process.env[variable]);
}

/**
 * Multiplies the timeouts of every test and hook of a file, once all of them are declared.
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

module.exports = { multiplyTimeouts, timeoutFactor };
