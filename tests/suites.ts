import { execFileSync } from 'node:child_process';

/** Test files that `npm test` runs only when their subject has changed, since they take long and prove nothing about the rest. */
export interface HeavySuite {
  /** How their paths below `tests/` begin. */
  tests: string;
  /** How the paths of their subject begin, from the root of the repository. */
  subject: readonly string[];
}

/** Each invariant of ARCHITECTURE.md keeps a test that kills for it in every run: `tests/README.md` lists them. */
export const heavySuites: readonly HeavySuite[] = [
  {
    tests: 'component/dev/embedded-',
    subject: ['tools/dev-stack/embedded-mongo', 'tools/dev-stack/servers/mongodb.ts'],
  },
  { tests: 'component/voice-agent/example-node', subject: ['examples/agents/node', 'shared/adapters/voice-agent'] },
  { tests: 'component/operations/alerts', subject: ['docs/operations/alerts.yaml', 'shared/adapters/metrics'] },
  { tests: 'unit/adapters/redaction/redactor.property', subject: ['shared/adapters/redaction', 'shared/domain/job'] },
  { tests: 'unit/worker/media/encode-call', subject: ['apps/worker/media', 'shared/domain/audio'] },
  { tests: 'integration/client/client', subject: ['packages/client', 'docs/openapi.json'] },
  { tests: 'integration/client/package', subject: ['packages/client', 'apps/cli', 'tools/checks/packages.mjs'] },
  ...['import', 'job'].map((folder) => ({
    tests: `integration/${folder}/long-history`,
    subject: ['workflows', 'shared/messages', 'shared/adapters/temporal'],
  })),
  { tests: 'integration/operations/programs', subject: ['tools/build', 'tools/dev-stack/programs.ts'] },
  {
    tests: 'integration/tenants/attacks',
    subject: ['apps/api/http', 'apps/api/rate-limit', 'shared/adapters/mongo/rate-counts.repository.ts'],
  },
  { tests: 'integration/api/jobs-export-stream', subject: ['apps/api/jobs', 'apps/api/http/downloads.ts'] },
  { tests: 'e2e/api-fuzz', subject: ['docs/openapi.json'] },
  {
    tests: 'e2e/console',
    subject: [
      'apps/console',
      'apps/api/console',
      'apps/api/sessions',
      'apps/api/http/authenticate.ts',
      'docs/openapi.json',
    ],
  },
  { tests: 'e2e/docs', subject: ['docs/openapi.json', 'apps/api/openapi'] },
  {
    tests: 'e2e/live',
    subject: ['apps/api/live', 'apps/worker/media', 'apps/console', 'shared/adapters/media'],
  },
  {
    tests: 'e2e/smoke/trunks',
    subject: ['tools/dev-stack', 'apps/worker', 'shared/config', 'shared/adapters/telephony'],
  },
  { tests: 'faults/events', subject: ['apps/api/events', 'shared/adapters/mongo/events.repository.ts'] },
  { tests: 'faults/job/failover', subject: ['shared/adapters/mongo/client.ts', 'shared/adapters/mongo/errors.ts'] },
  { tests: 'faults/job/temporal-away', subject: ['shared/adapters/temporal', 'apps/worker'] },
  { tests: 'faults/job/worker-drained', subject: ['apps/worker', 'shared/adapters/media'] },
  { tests: 'faults/recordings', subject: ['apps/worker/media', 'shared/adapters/recordings', 'shared/adapters/media'] },
  { tests: 'faults/restore', subject: ['apps/cli/admin', 'shared/adapters/mongo/restored-work.ts'] },
  {
    tests: 'faults/stats',
    subject: ['shared/adapters/mongo/stats', 'shared/domain/stats', 'activities/sweeper/sweep-stats.ts'],
  },
  { tests: 'faults/telephony', subject: ['shared/adapters/telephony', 'activities/call'] },
  { tests: 'faults/webhook/isolation', subject: ['activities/webhook', 'shared/adapters/webhook', 'workflows'] },
  { tests: 'interop/sip/conformance', subject: ['shared/adapters/telephony', 'tests/conformance'] },
  { tests: 'interop/sip/outcomes', subject: ['shared/adapters/telephony/sip', 'shared/domain/call'] },
  ...['combined-faults', 'conformance', 'place-faults'].map((file) => ({
    tests: `interop/twilio/${file}`,
    subject: ['shared/adapters/telephony/twilio', 'apps/api/line'],
  })),
];

/** The suites whose subject and whose tests no changed file belongs to. */
export const suitesToSkip = (suites: readonly HeavySuite[], changed: readonly string[]): HeavySuite[] =>
  suites.filter(({ tests, subject }) => {
    const prefixes = [`tests/${tests}`, ...subject];
    return !changed.some((path) => prefixes.some((prefix) => path.startsWith(prefix)));
  });

/**
 * The files that this checkout changes, from the root: those that are not committed, and those since the commit in
 * OUTDIAL_TEST_CHANGED_SINCE; without it, since the branch left the one that it was cloned from, or in the last commit where it has not left
 * it. None where there is no git.
 */
export function changedFiles(root: string, env: NodeJS.ProcessEnv = process.env): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  try {
    const since = env['OUTDIAL_TEST_CHANGED_SINCE'] || baseOf(git);
    return [
      ...lines(git('ls-files', '--others', '--exclude-standard')),
      ...lines(git('diff', '--name-only', '--no-renames', since)),
    ];
  } catch {
    return [];
  }
}

function baseOf(git: (...args: string[]) => string): string {
  try {
    const base = git('merge-base', 'HEAD', 'origin/HEAD');
    if (base !== git('rev-parse', 'HEAD')) return base;
  } catch {
    // A checkout without a remote.
  }
  return git('rev-parse', 'HEAD~1');
}
