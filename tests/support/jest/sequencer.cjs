const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The files that take longest, first: a run lasts as long as the file that begins last. On a clean clone jest knows no durations and goes by
 * the size of files.
 */
const longest = [
  'e2e/console/console',
  'e2e/personal-data/seeded',
  'faults/job/plug-pulled',
  'e2e/smoke/simulated',
  'faults/webhook/outages',
  'faults/import/killed',
  'integration/erasure/every-step',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => longest.some((name) => path.endsWith(`/tests/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
