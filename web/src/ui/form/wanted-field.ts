import { createContext } from 'react'

/** The field one was led to, by its path; a new object each time. What it is folded into unfolds. */
export const WantedField = createContext<{ path: string } | null>(null)
