const { timeoutFactor } = require('./tests/support/jest/timeouts.cjs');

// Measured here, before the processes of jest start: they inherit it.
timeoutFactor();

const swc = [
  '@swc/jest',
  { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
];

const common = {
  testEnvironment: '<rootDir>/tests/support/jest/environment.cjs',
  runtime: '<rootDir>/tests/support/jest/runtime.cjs',
  // The packages of this repository are tested from their sources, which nothing has to build first.
  moduleNameMapper: {
    '^@outdial/client$': '<rootDir>/packages/client/src/index.ts',
    '^@outdial/client/events$': '<rootDir>/packages/client/src/events.ts',
    '^@outdial/client/webhook$': '<rootDir>/packages/client/src/webhook.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/(apps|packages)/[^/]+/dist/'],
  transform: { '^.+\\.ts$': swc },
};

/** Tests that need servers share one Temporal, one MongoDB and one build of the service: of `npm test`, else of the global set-up. */
const withServers = {
  globalSetup: '<rootDir>/tests/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/support/global-teardown.ts',
};
const project = (name, extra = {}) => ({
  displayName: name,
  testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
  ...common,
  ...extra,
});

/** @type {import('jest').Config} */
module.exports = {
  maxWorkers: 2,
  testSequencer: '<rootDir>/tests/support/jest/sequencer.cjs',
  // Only ends what hangs. environment.cjs multiplies it by the slowness of the machine.
  testTimeout: 20_000,
  projects: [
    project('unit'),
    project('component'),
    project('workflow', withServers),
    project('replay', withServers),
    project('integration', withServers),
    // Its files share one running service too.
    project('e2e', {
      globalSetup: '<rootDir>/tests/support/e2e-setup.ts',
      globalTeardown: '<rootDir>/tests/support/e2e-teardown.ts',
    }),
    project('faults', withServers),
    // Against the telephones and exchanges of others; its calls take place in real time.
    project('interop'),
  ],
};
