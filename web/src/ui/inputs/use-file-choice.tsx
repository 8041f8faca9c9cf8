import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import classes from './file-choice.module.css'

type Options = {
  /** Accessible name of the hidden control that opens the browser's dialog. */
  label: string
  /** MIME types or endings: ['image/png'], ['.csv', '.xlsx']. */
  accept: readonly string[]
  isBusy: boolean
  onChoose: (file: File) => void
  /** Several were dropped where one is wanted. */
  onMany?: () => void
}

/** Choosing one file in the browser's dialog or dropping it on a place of the page. */
export function useFileChoice({ label, accept, isBusy, onChoose, onMany }: Options) {
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const control: ReactNode = (
    <input
      ref={picker}
      type="file"
      className={classes.picker}
      tabIndex={-1}
      aria-label={label}
      accept={accept.join(',')}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        event.currentTarget.value = '' // the same file may be chosen again
        if (file) onChoose(file)
      }}
    />
  )
  const place = {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const { files } = event.dataTransfer
      if (isBusy || !files[0]) return
      if (files.length > 1 && onMany) onMany()
      else onChoose(files[0])
    },
  }
  return { control, place, open: () => picker.current?.click() }
}
