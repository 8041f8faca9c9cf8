import { IconPhoto, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { Button } from '../basics/button'
import classes from './image-input.module.css'

type Props = {
  label: string
  help?: string
  error?: string
  /** The image as it is: an address, a file just chosen, or none. */
  value: string | File | null
  /** MIME types, e.g. ['image/png']. */
  accept: readonly string[]
  busy?: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

/** Address under which the browser shows a file that exists only here. */
function useFileAddress(value: string | File | null): string | null {
  const [address, setAddress] = useState<{ file: File; url: string } | null>(null)
  const file = value instanceof File ? value : null
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    // The address belongs to the browser and must be given back, so it cannot be made while rendering.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setAddress({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  if (!file) return value as string | null
  return address?.file === file ? address.url : null
}

/** A 96 px tile that shows the image; choose it or drop it there, replace it, remove it. */
export function ImageInput({ label, help, error, value, accept, busy = false, onChoose, onRemove }: Props) {
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const id = useId()
  const address = useFileAddress(value)
  const hasImage = value !== null

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !busy) onChoose(file)
  }

  return (
    <div
      className={classes.root}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      aria-busy={busy}
    >
      <div
        className={classes.tile}
        data-over={isOver || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {address ? (
          <img src={address} alt={label} className={classes.image} />
        ) : (
          <IconPhoto size={28} stroke={1.25} aria-hidden="true" />
        )}
      </div>
      <div className={classes.words}>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        <div className={classes.buttons}>
          <Button
            kind="secondary"
            icon={hasImage ? IconReplace : IconUpload}
            loading={busy}
            onClick={() => picker.current?.click()}
          >
            {hasImage ? 'Trocar' : 'Escolher imagem'}
          </Button>
          {hasImage && (
            <Button kind="quiet" icon={IconTrash} disabled={busy} onClick={onRemove}>
              Remover
            </Button>
          )}
        </div>
        <span id={`${id}-note`} className={error ? classes.error : classes.help}>
          {error ?? help}
        </span>
      </div>
      <input
        ref={picker}
        type="file"
        className={classes.picker}
        tabIndex={-1}
        aria-label={`Arquivo de ${label}`}
        accept={accept.join(',')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = '' // the same file may be chosen again
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
