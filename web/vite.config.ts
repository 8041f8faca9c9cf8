import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { earlyScreens } from './scripts/early-screens.ts'
import { preloadFont } from './scripts/preload-font.ts'

const server = process.env.BALCAO_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), preloadFont('instrument-sans-latin-wght-normal'), earlyScreens()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: fonts, and small files travel well over one connection.
    assetsInlineLimit: 0,
    // Without this every icon and every part that two screens share is a file of its own: 60 requests for one page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the landing page needs too must not drag the rest along.
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/|src\/(api|ui\/(brand|toast|theme\/base|basics\/spinner|use-late-parts))|vite\/preload-helper/,
              priority: 3,
            },
            { name: 'icons', test: /@tabler/, priority: 2 },
            // What signing in and the counter need must not drag lists and forms of records along.
            {
              name: 'ui',
              test: /@mantine\/(core|hooks)\/.*\/core\/|src\/ui\/(actions|basics|dialog|form\/(drafts|use-stable|field-problems)|format|hotkeys|inputs\/(switch|text-inputs)|list\/tab-totals|palette\/(?!palette\.)|theme\/(?!theme-choice)|use-)/,
              priority: 2,
            },
            { name: 'charts', test: /src\/ui\/charts/, priority: 2 },
            { name: 'qr', test: /uqr|ui\/counter\/qr/, priority: 2 },
            // What lists and forms share, so that neither drags the other along.
            {
              name: 'records',
              test: /@mantine\/core\/.*\/(Checkbox|Combobox|Popover|Select|FloatingIndicator|SegmentedControl)\/|@floating-ui|src\/ui\/(inputs\/(select|segmented|checkbox|parsed|date)|list\/(list-address|list-words|use-neighbours|record-changes))/,
              priority: 1,
            },
            { name: 'counter', test: /src\/ui\/counter/, priority: 1 },
            { name: 'lists', test: /src\/ui\/list\/(?!row-menu|menu\.)/ },
            { name: 'forms', test: /src\/ui\/(form|inputs)\// },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/files': server, '/healthz': server } },
  test: {
    environment: 'jsdom',
    setupFiles: ['./vitest.setup.ts'],
    css: false,
    restoreMocks: true,
    maxWorkers: '100%', // left alone, it keeps one processor free
    // Generous: the machine may be busy, and a wait that succeeds costs nothing.
    testTimeout: 30_000,
  },
})
