import { useCallback, useState } from 'react'

/** How wide an element is, in CSS px; undefined until it is laid out. `measure` is its ref. */
export function useWidth() {
  const [width, setWidth] = useState<number | undefined>()
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const look = () => setWidth(element.clientWidth || undefined)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { width, measure }
}
