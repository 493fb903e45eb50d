import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** A named ban with the way out in its message: a lint error should teach. */
const ban = (selector, message) => ({ selector, message });
const clockBans = [
  ban("MemberExpression[object.name='Date'][property.name='now']", 'Time is an argument here: take `nowMs`.'),
  ban("NewExpression[callee.name='Date'][arguments.length=0]", 'Time is an argument here: take `nowMs`.'),
  ban(
    "MemberExpression[object.name='Math'][property.name='random']",
    'Chance is an argument here: derive it from an id.',
  ),
];
const stopwatch = 'A test does not know how fast the machine is.';
const insteadOfStopwatch = `${stopwatch} Count the work, pass the clock in, or wait with \`until\`; a bench is about speed.`;
const clockRead = "CallExpression[callee.object.name='Date'][callee.property.name='now']";
const stopwatchBans = [
  // Not `() => performance.now()`: a clock that is passed to a part.
  "CallExpression[callee.object.name='performance']:not(ArrowFunctionExpression > CallExpression)",
  "MemberExpression[object.name='process'][property.name=/^(hrtime|cpuUsage|resourceUsage)$/]",
  'ImportDeclaration[source.value=/^(node:)?perf_hooks$/]',
  "CallExpression[callee.name='measureCpuMs']",
  // What has passed since an instant that a name holds: `Date.now() - startedMs`, and the same with `new Date()`.
  `BinaryExpression[operator='-'][right.name=/^(start|beg[aiu]n|before|since|first|sent|asked|last)/i] > ${clockRead}.left`,
  "BinaryExpression[operator='-'] > CallExpression.left[callee.property.name=/^(getTime|valueOf)$/] > MemberExpression > NewExpression[callee.name='Date'][arguments.length=0]",
  `CallExpression[callee.property.name=/^toBeLess/] > MemberExpression > CallExpression[callee.name='expect'] ${clockRead}`,
].map((selector) => ban(selector, insteadOfStopwatch));
stopwatchBans.push(
  ban(
    `:matches(WhileStatement, DoWhileStatement, ForStatement) > BinaryExpression.test ${clockRead}`,
    `${stopwatch} Wait with \`until\`, which also ends the wait.`,
  ),
);
const always = [
  ban('ExportDefaultDeclaration', 'Use a named export: the same name everywhere.'),
  ban("MemberExpression[object.name='process'][property.name='env']", 'Settings are parsed once, in shared/config.'),
];

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '**/node_modules/',
      '**/dist/',
      '.outdial/',
      'coverage/',
      'packages/client/src/schema.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...always],
    },
  },
  {
    // They run in browsers.
    files: ['apps/console/src/**', 'packages/client/src/**'],
    ignores: ['packages/client/src/webhook.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'require', '__dirname'] },
  },
  { files: ['shared/domain/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...always, ...clockBans] } },
  {
    files: ['workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'fetch', 'process', 'Buffer'],
    },
  },
  { files: ['shared/config/**/*.ts', 'apps/cli/settings.ts'], rules: { 'no-restricted-syntax': ['error', always[0]] } },
  {
    files: ['tools/**', 'bench/**', 'tests/**', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
        require: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        AbortSignal: 'readonly',
        fetch: 'readonly',
      },
    },
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    // What waits, what is a telephone in real time, and what drives a load or a fault over minutes and reports how long it took.
    ignores: [
      'tests/run.ts',
      'tests/support/until.ts',
      'tests/support/telephony/test-phone.ts',
      'tests/support/twilio/media.ts',
      'tests/support/peers/rtp-phone.ts',
      'tests/support/listen.ts',
      'tests/support/seeds/*.ts',
      'tests/support/campaign/*.ts',
      'tests/faults/campaign/under-control.test.ts',
      'tests/faults/seeds/main.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...stopwatchBans] },
  },
  {
    files: ['tests/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
