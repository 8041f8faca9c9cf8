// Whether a page fits: nothing scrolls sideways or is cut off, and a list says which record a row is about.
import { type Page } from '@playwright/test'
import { expect, isForPromises } from './helpers.ts'

export type Size = { name: string; width: number; height: number }

export const SIZES: readonly Size[] = [
  { name: '375', width: 375, height: 812 },
  { name: '640', width: 640, height: 800 },
  { name: '720', width: 720, height: 800 },
  { name: '1440 at 200 %', width: 720, height: 450 },
  { name: '1024', width: 1024, height: 768 },
  { name: '1100', width: 1100, height: 800 },
  { name: '1280', width: 1280, height: 720 },
  { name: '1366', width: 1366, height: 768 },
  { name: '1440', width: 1440, height: 900 },
  { name: '1920', width: 1920, height: 1080 },
]
/** Where a dialog is most likely to break. */
export const DIALOG_SIZES = SIZES.filter(({ name }) => ['375', '1440 at 200 %', '1366'].includes(name))

/** A phone, and the usual screen. */
export const PROMISED_SIZES = SIZES.filter(({ name }) => ['375', '1366'].includes(name))

/** What is wrong on the page as it stands, in words. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const tooWide = (element: Element) => element.scrollWidth - element.clientWidth
    for (const element of [document.documentElement, document.querySelector('main')])
      if (element && tooWide(element) > 1)
        // widths are rounded
        faults.push(`${element.localName} scrolls sideways by ${tooWide(element)} px`)

    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** Only for screen readers, or in something that is. */
    const isForReaders = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' ||
      (element.parentElement ? isForReaders(element.parentElement) : false)
    const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)

    /** A text reaches out of its element, or out of what cuts it off. */
    const isTextCut = (text: Node, element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0 || isForReaders(text.parentElement!)) return false
      if (text.parentElement!.closest('[aria-hidden="true"]')) return false // drawn beside the name, as a chart's values
      for (let around = text.parentElement; around && around.localName !== 'main'; around = around.parentElement) {
        if (scrolls(around)) return false // what does not fit can be scrolled to
        if (around !== element && !clips(around)) continue
        const box = around.getBoundingClientRect()
        if (right > box.right + 1 || left < box.left - 1) return true
      }
      return false
    }
    const isCut = (element: Element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (isTextCut(texts.currentNode, element)) return true
      return false
    }
    const LABELS = 'button, a[data-kind], h1, h2, h3, [data-tone], label:has(> span), input[type=radio] + label, th'
    for (const element of document.querySelectorAll(LABELS)) {
      if (!isSeen(element) || !element.textContent.trim()) continue
      if (isCut(element)) faults.push(`${element.localName} is cut: ${element.textContent.trim().slice(0, 40)}`)
    }

    for (const field of document.querySelectorAll('input'))
      if (/^\d\d\/\d\d\/\d{4}$/.test(field.value) && isSeen(field) && tooWide(field) > 0)
        faults.push(`date is cut: ${field.value}`)

    const least = innerWidth <= 800 ? 160 : 220
    for (const table of document.querySelectorAll('table')) {
      const name = table.querySelector('tbody td[data-name]')
      if (name && isSeen(name) && name.clientWidth < least)
        faults.push(`the column that names a record has ${name.clientWidth} px, not ${least}`)
    }
    return faults
  })
}

export async function expectFitting(page: Page, screen: string, sizes: readonly Size[] = SIZES): Promise<void> {
  if (isForPromises() && sizes !== PROMISED_SIZES) return
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    // What measures itself does so after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect.soft(await faultsOf(page), `${screen} at ${name}`).toEqual([])
  }
}
