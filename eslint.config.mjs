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
    files: ['tests/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
