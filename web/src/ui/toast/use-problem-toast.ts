import { useEffect } from 'react'
import { toast } from './toast-store'

/** Tells of something that could not be loaded, once per failure. */
export function useProblemToast(title: string, error: Error | null, text?: string): void {
  useEffect(() => {
    if (error) toast.error(title, text ?? error.message)
  }, [title, error, text])
}
