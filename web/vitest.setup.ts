import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

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

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)
