import { useId, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useWidth } from '../use-width'
import classes from './charts.module.css'

/** Before it is laid out, and in a window that lays nothing out. */
const USUAL_WIDTH = 640

export type Place = { x: number; y: number }

type Props = {
  /** What it shows: 'Vendas por dia'. */
  label: string
  count: number
  /** The point that is chosen while nobody points at one. */
  first: number
  /** Points of a line, where they stand in lines below each other: up and down go to the next one. */
  perLine?: number
  height: number
  /** The point in words. */
  textOf: (index: number) => string
  /** The same as lines of a small card; default: `textOf`. */
  noteOf?: (index: number) => ReactNode
  toOf: (index: number) => string | undefined
  /** Where the card of a point stands: above this place. */
  placeOf: (index: number, width: number) => Place
  /** The point at a place. */
  indexAt: (place: Place, width: number) => number
  children: (drawn: { width: number; chosen: number; isPointed: boolean }) => ReactNode
}

/**
 * What every chart shares: its width, the chosen point, and the ways to choose one. It is one stop of the Tab key; the arrows
 * go through the points, each of which is read out as the value of a slider, and Enter opens its rows.
 */
export function Stage(props: Props) {
  const {
    label,
    count,
    first,
    perLine = count,
    height,
    textOf,
    noteOf = textOf,
    toOf,
    placeOf,
    indexAt,
    children,
  } = props
  const { width: laidOut, measure } = useWidth()
  const width = laidOut ?? USUAL_WIDTH
  const [index, setIndex] = useState<number | null>(null)
  const [isPointed, setPointed] = useState(false)
  const hint = useId()
  const navigate = useNavigate()
  const chosen = Math.min(index ?? first, count - 1)
  const to = toOf(chosen)

  const choose = (next: number) => {
    setIndex(Math.min(Math.max(next, 0), count - 1))
    setPointed(true)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ...{ ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count, PageUp: -7, PageDown: 7 },
      ...(perLine < count && { ArrowUp: -perLine, ArrowDown: perLine }),
    }
    const step = steps[event.key]
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (step !== undefined) {
      const next = chosen + step
      const isBeyond = event.key.startsWith('Arrow') && (next < 0 || next >= count)
      choose(isBeyond ? chosen : next)
    } else if (event.key === 'Enter' && to) void navigate(to)
    else if (event.key === 'Escape' && isPointed) setPointed(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    choose(indexAt({ x: clientX - box.left, y: clientY - box.top }, width))
  }
  const place = placeOf(chosen, width)
  return (
    <div
      ref={measure}
      className={classes.stage}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-roledescription="gráfico"
      aria-label={label}
      aria-describedby={hint}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={chosen + 1}
      aria-valuetext={textOf(chosen)}
      data-opens={to !== undefined || undefined}
      onKeyDown={press}
      onFocus={({ currentTarget }) => setPointed(currentTarget.matches(':focus-visible'))}
      onBlur={() => setPointed(false)}
      onPointerMove={pointAt}
      onPointerLeave={() => {
        setPointed(false)
        setIndex(null)
      }}
      onClick={() => {
        if (to) void navigate(to)
      }}
    >
      <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {children({ width, chosen, isPointed })}
      </svg>
      <span id={hint} className={classes.unseen}>
        Setas andam pelos valores{to === undefined ? '' : '; Enter abre o que os forma'}.
      </span>
      {isPointed && (
        <span
          className={classes.note}
          aria-hidden="true"
          data-side={place.x < width / 3 ? 'left' : place.x > (2 * width) / 3 ? 'right' : 'middle'}
          data-below={place.y < 64 || undefined}
          style={{ left: place.x, top: place.y }}
        >
          {noteOf(chosen)}
        </span>
      )}
    </div>
  )
}
