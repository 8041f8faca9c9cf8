import { createContext, use, useEffect } from 'react'

type Report = (id: string, problem: string | null) => void

/** Where the fields of a form report what they cannot read, by the id of their control. */
export const FieldProblems = createContext<Report | null>(null)

/** Tells the form around it that the field with this id holds something that must not be saved, and why. */
export function useFieldProblem(id: string, problem: string | null): void {
  const report = use(FieldProblems)
  useEffect(() => {
    report?.(id, problem)
    return () => report?.(id, null)
  }, [report, id, problem])
}
