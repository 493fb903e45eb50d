/** The import rules of ARCHITECTURE.md, one line per room; `npm run deps:check` holds them. */
/** @type {(folder: string, allowed: string[], why: string, options?: { nodeBuiltins?: boolean }) => object} */
const only = (folder, allowed, why, { nodeBuiltins = false } = {}) => ({
  name: `${folder.replaceAll('/', '-')}-imports`,
  severity: 'error',
  comment: why,
  from: { path: `^${folder}/` },
  to: {
    pathNot: [`^${folder}/`, ...allowed],
    dependencyTypesNot: nodeBuiltins ? ['type-only', 'core'] : ['type-only'],
  },
});
const npm = (...names) => `^node_modules/(${names.join('|')})/`;

/** A client whose JSON.parse rounds a number sends the wrong one: the rule is the service's own, and pure. */
const exactJson = '^shared/domain/json-faults\\.ts$';

/** What a folder of apps/api may import beside `http` and `audit`; the route table and main.ts put the folders together. */
const apiImports = {
  'bulk-actions': ['campaigns'],
  events: ['campaigns'],
  imports: ['campaigns'],
  jobs: ['calls', 'campaigns'],
  live: ['rate-limit'],
  numbers: ['jobs', 'suppressions'],
  schedule: ['campaigns', 'jobs'],
  suppressions: ['campaigns', 'imports'],
};
const apiFolder = (folder, others) => ({
  name: `api-${folder}-imports`,
  severity: 'error',
  from: { path: `^apps/api/${folder}/` },
  to: { path: '^apps/api/', pathNot: `^apps/api/(${['http', 'audit', folder, ...others].join('|')})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.config\\.',
          '^(apps|packages)/[^/]+/[^/]+\\.mjs$',
          '^apps/api/[^/]+/page/',
          '^tests/',
          '^bench/',
        ],
      },
      to: {},
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'The domain depends on nothing: no npm, no node:, not even types from outside.',
      from: { path: '^shared/domain/', pathNot: '^shared/domain/schedule/' },
      to: { pathNot: '^shared/domain/' },
    },
    {
      name: 'schedule-takes-time-zones-only',
      severity: 'error',
      comment: "Time zones need luxon and IANA's names; the domain uses nothing else.",
      from: { path: '^shared/domain/schedule/' },
      to: { pathNot: ['^shared/domain/', npm('luxon', '@types/luxon', 'tzdata')] },
    },
    {
      name: 'no-schedule-in-workflows',
      severity: 'error',
      comment: 'Time-zone data changes with Node: instants are computed outside the replayed code.',
      from: { path: '^workflows/' },
      to: { path: '^shared/domain/(schedule|planning)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-apps',
      severity: 'error',
      from: { pathNot: ['^apps/', '^tests/', '^bench/'] },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-are-islands',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    only(
      'shared/contracts',
      ['^shared/domain/', npm('zod', 'libphonenumber-js')],
      'Schemas describe the border; they do no I/O.',
    ),
    only(
      'shared/messages',
      ['^shared/domain/', npm('@temporalio/(workflow|common)')],
      'Names only: safe in the sandbox and in the client.',
    ),
    only('shared/config', ['^shared/contracts/', npm('zod', 'yaml')], 'Parses settings once.', { nodeBuiltins: true }),
    only(
      'shared/adapters',
      ['^shared/(domain|contracts|messages|config)/', npm('.*')],
      'Adapters reach the outside world; they never import workflows or what is built from several adapters.',
      { nodeBuiltins: true },
    ),
    only(
      'shared/application',
      ['^shared/(domain|contracts|messages|adapters)/', '^(node:)?timers/promises$'],
      'Combines adapters: the store of all repositories, the context that a call is planned from, what is published.',
    ),
    only(
      'workflows',
      ['^shared/(domain|messages)/', npm('@temporalio/(workflow|common)')],
      'Runs in the deterministic sandbox.',
    ),
    only(
      'activities',
      [
        '^shared/(domain|contracts|messages)/',
        '^shared/application/(import-row-job|publish-(campaign|event|transitions)|replan-if-changed|start-new-job|bulk-selection|count-review|(end|reschedule|update)-job)',
        npm('@temporalio/(activity|common)'),
        '^(node:)?timers/promises$',
      ],
      'Adapters are injected, so imported as types.',
    ),
    {
      name: 'activity-folders-are-separate',
      severity: 'error',
      comment: 'An activity imports its own folder and lib. What two activities decide alike belongs to the domain.',
      from: { path: '^activities/([^/]+)/' },
      to: { path: '^activities/', pathNot: ['^activities/($1|lib)/', '^activities/deps\\.ts$'] },
    },
    {
      name: 'what-follows-a-call-is-decided-in-planning',
      severity: 'error',
      comment:
        'Activities, the explanation and the forecast use shared/domain/planning/after-call, so they cannot disagree.',
      from: { path: '^(activities|workflows|apps)/' },
      to: { path: '^shared/domain/retry/' },
    },
    {
      name: 'api-http-is-the-base',
      severity: 'error',
      comment: 'Routing, authentication and problems know nothing of resources.',
      from: { path: '^apps/api/http/' },
      to: { path: '^apps/api/', pathNot: '^apps/api/http/' },
    },
    {
      name: 'api-folders-are-separate',
      severity: 'error',
      comment: 'A resource imports http and audit; exceptions are listed in apiImports.',
      from: { path: '^apps/api/([^/]+)/', pathNot: `^apps/api/(http|${Object.keys(apiImports).join('|')})/` },
      to: { path: '^apps/api/', pathNot: '^apps/api/(http|audit|$1)/' },
    },
    ...Object.entries(apiImports).map(([folder, others]) => apiFolder(folder, others)),
    only('apps/api', ['^shared/', npm('.*')], 'The API knows workflows by type only.', { nodeBuiltins: true }),
    only('apps/worker', ['^shared/', '^activities/', npm('.*')], 'Workflows are registered by path, not imported.', {
      nodeBuiltins: true,
    }),
    {
      name: 'apps-cli-imports',
      severity: 'error',
      comment: 'Commands call the API through its client package. Only the admin commands use the database.',
      from: { path: '^apps/cli/', pathNot: ['^apps/cli/admin/', '^apps/cli/(build|outdial)\\.mjs$'] },
      to: {
        pathNot: ['^apps/cli/', '^packages/client/', exactJson, npm('commander', 'ws', '@types/ws')],
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    only('apps/cli/admin', ['^apps/cli/', '^shared/', npm('commander')], 'Operators use the database directly.', {
      nodeBuiltins: true,
    }),
    only(
      'packages/client/src',
      [npm('openapi-fetch', 'eventsource-parser'), '^(node:)?crypto$'],
      'The client knows nothing of the server but its document.',
    ),
    {
      name: 'client-runs-in-browsers',
      severity: 'error',
      comment: 'Only what verifies webhooks needs Node, and nothing of the client imports it.',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/webhook\\.ts$' },
      to: { path: ['^packages/client/src/webhook\\.ts$', '^(node:)?crypto$'] },
    },
    only(
      'apps/console/src',
      [
        '^packages/client/src/(index|types|schema|events)',
        exactJson,
        npm('(@types/)?react(-dom)?', '@tanstack/.*', 'openapi-.*', 'uplot'),
      ],
      'The console is a client of the API like any other.',
    ),
    only(
      'examples',
      ['^shared/', '^packages/client/', npm('.*')],
      'What others start from uses what the service uses.',
      {
        nodeBuiltins: true,
      },
    ),
    only('tools', ['^shared/', npm('.*')], 'The launcher starts the apps as processes.', { nodeBuiltins: true }),
  ],
  options: {
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
  },
};
