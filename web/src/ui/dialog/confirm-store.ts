import type { ReactNode } from 'react'

export type Question = {
  title: string
  /** The question itself, the record's name in <strong>. */
  text: ReactNode
  /** Verb, thing and number: 'Excluir 3 empresas'. */
  confirmLabel: string
  cancelLabel?: string
  /** Red button and icon: something goes away. */
  isDanger?: boolean
  /** For what cannot be undone: the word to type first, e.g. the record's name. */
  typeToConfirm?: string
}

export type Asked = Question & { id: number; answer: (yes: boolean) => void }

let asked: Asked | null = null
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and resolves to whether the person agreed. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    change({
      ...question,
      id: ++lastId,
      answer: (yes) => {
        change(null)
        resolve(yes)
      },
    })
  })
}

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentQuestion = (): Asked | null => asked
