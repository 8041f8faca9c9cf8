import type { ReactNode } from 'react'

export type ToastTone = 'success' | 'error' | 'info'

export type ToastOptions = {
  /** Milliseconds until it closes itself; Infinity: stays until closed. Default 5000. */
  duration?: number
  /** One thing to do about it, e.g. 'Desfazer', only where it truly undoes. */
  action?: { label: string; onClick: () => void }
}

export type Toast = Required<Pick<ToastOptions, 'duration'>> &
  Pick<ToastOptions, 'action'> & {
    /** Grows with every toast, so that the same text shown again starts its time anew. */
    id: number
    tone: ToastTone
    title: string
    text: ReactNode
  }

const DURATION_MS = 5000

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function change(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

function show(tone: ToastTone, title: string, text?: ReactNode, options: ToastOptions = {}): void {
  change({ id: ++lastId, tone, title, text, duration: options.duration ?? DURATION_MS, action: options.action })
}

/** At most one message is visible; a new one replaces it. */
export const toast = {
  success: (title: string, text?: ReactNode, options?: ToastOptions) => show('success', title, text, options),
  error: (title: string, text?: ReactNode, options?: ToastOptions) => show('error', title, text, options),
  info: (title: string, text?: ReactNode, options?: ToastOptions) => show('info', title, text, options),
  /** Of something that was thrown: says why. */
  failed: (title: string, error: unknown) =>
    show('error', title, error instanceof Error ? error.message : String(error)),
  close: () => change(null),
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentToast = (): Toast | null => current
