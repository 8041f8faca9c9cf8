import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'

configure({ asyncUtilTimeout: 8000 })

// What jsdom lacks and the component library asks for.
const nothing = () => undefined
Object.assign(window, {
  matchMedia: (media: string) => ({ media, matches: false, addEventListener: nothing, removeEventListener: nothing }),
  ResizeObserver: class {
    observe = nothing
    unobserve = nothing
    disconnect = nothing
  },
})
Object.assign(Element.prototype, { scrollIntoView: nothing, scrollTo: nothing, setPointerCapture: nothing })
Object.assign(window, { scrollTo: nothing })
Object.defineProperty(document, 'fonts', { value: { addEventListener: nothing, removeEventListener: nothing } })
if (!('createObjectURL' in URL)) Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: nothing })

// What React finds fault with (two rows of one key, a field that changes hands) is a fault that users meet: it fails the test.
const complaints: string[] = []
const print = console.error
console.error = (...what: unknown[]) => {
  const text = what.map(String).join(' ')
  const isOfOthers = text.startsWith('[MSW]') || text.includes('Not implemented')
  if (!isOfOthers) complaints.push(text)
  print(...what)
}

beforeEach(() => {
  complaints.length = 0
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  expect(complaints).toEqual([])
})
