// Rules for what drives the product from outside: API tests, browser stories, measurements, scripts. Run from the root of the
// project: web/node_modules/.bin/eslint --config web/eslint.tests.config.js api/tests crash e2e bench scripts
import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const nodeGlobals = Object.fromEntries(
  [
    'console',
    'process',
    'fetch',
    'URL',
    'Buffer',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'performance',
    'crypto',
    'AbortController',
    'AbortSignal',
    'TextDecoder',
    'TextEncoder',
  ].map((name) => [name, 'readonly']),
)

export default defineConfig([
  globalIgnores(['**/results', '**/schema.d.ts', 'web']),
  js.configs.recommended,
  // Escape sequences of terminals are what is looked for.
  { files: ['**/*.mjs'], languageOptions: { globals: nodeGlobals }, rules: { 'no-control-regex': 'off' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Playwright reads the names of a fixture's needs from its pattern: of none, an empty one.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // A promise nobody waits for is a test that proves nothing.
      '@typescript-eslint/no-floating-promises': 'error',
      // Parsed JSON and rows of a database are judged by the contract and by expectations, not by types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true }],
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      // `const { id: _id, ...rest }` leaves something out.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    },
  },
])
