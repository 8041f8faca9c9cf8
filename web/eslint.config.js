import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { importZones } from './scripts/import-zones.mjs'

export default defineConfig([
  globalIgnores(['dist', 'src/api/schema.d.ts']),
  js.configs.recommended,
  {
    files: ['scripts/*.mjs'],
    languageOptions: { globals: { console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { balcao: { rules: { 'import-zones': importZones } } },
    rules: {
      'balcao/import-zones': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Handlers given as () => setOpen(true) are the usual form.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    // Tests write addresses out: they say what the program must make of them.
    ignores: ['src/app/paths.ts', '**/*.test.{ts,tsx}', '**/testing.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=/^\\u002Fapp(\\W|$)/]', 'TemplateElement[value.raw=/^\\u002Fapp(\\W|$)/]'].map(
          (selector) => ({
            selector,
            message: 'Addresses of screens come from app/paths.ts.',
          }),
        ),
      ],
    },
  },
])
