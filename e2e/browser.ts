// How Chromium is started, for stories and for tests outside this folder, which have no packages of their own (crash/).
export { type Browser, chromium, type Locator, type Page } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export const launchOptions = {
  // Without the frame of windows, tabs and extensions that a screen would show: half the processor time of /usr/bin/chromium.
  executablePath: '/usr/bin/chromium-headless-shell',
  // Chromium's sandbox refuses root.
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
}
export const habits = {
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce' as const,
}
