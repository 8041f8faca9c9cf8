import { useEffect, useRef, useState } from 'react'

type Register = (handler: (() => Promise<boolean>) | null) => void

/**
 * The dialog that a refused call waits for. The call is repeated when the dialog finishes with true and fails when it
 * finishes with false; `register` tells the client of this dialog.
 */
export function useHeldCall(register: Register) {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<((isDone: boolean) => void) | null>(null)

  useEffect(() => {
    register(
      () =>
        new Promise((resolve) => {
          answer.current = resolve
          setOpen(true)
        }),
    )
    return () => {
      register(null)
      answer.current?.(false)
      answer.current = null
    }
  }, [register])

  const finish = (isDone: boolean) => {
    answer.current?.(isDone)
    answer.current = null
    setOpen(false)
  }
  return { isOpen, finish }
}
