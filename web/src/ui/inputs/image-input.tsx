import { IconPhoto, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '../basics/button'
import classes from './image-input.module.css'
import fileClasses from './file-choice.module.css'
import { useFileChoice } from './use-file-choice'

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
  const id = useId()
  const address = useFileAddress(value)
  const hasImage = value !== null

  const { control, place, open } = useFileChoice({ label: `${label}: arquivo`, accept, isBusy: busy, onChoose })

  return (
    <div
      className={classes.root}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      aria-busy={busy}
    >
      <div className={classes.tile} data-error={error ? true : undefined} {...place}>
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
          <Button kind="secondary" icon={hasImage ? IconReplace : IconUpload} loading={busy} onClick={open}>
            {hasImage ? 'Trocar' : 'Escolher imagem'}
          </Button>
          {hasImage && (
            <Button kind="quiet" icon={IconTrash} disabled={busy} onClick={onRemove}>
              Remover
            </Button>
          )}
        </div>
        <span id={`${id}-note`} className={error ? fileClasses.error : fileClasses.help}>
          {error ?? help}
        </span>
      </div>
      {control}
    </div>
  )
}
