import { IconFile, IconFileUpload, IconReplace, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../basics/button'
import { formatSize } from '../format/text'
import classes from './file-drop.module.css'
import fileClasses from './file-choice.module.css'
import { useFileChoice } from './use-file-choice'

type Props = {
  /** 'Planilha de produtos' */
  label: string
  /** Endings, as people know them: ['.csv', '.xlsx']. */
  accept: readonly string[]
  maxBytes: number
  /** Default: what is accepted, and the limit. */
  help?: string
  error?: string
  /** The file chosen last, until it is removed. */
  value: File | null
  busy?: boolean
  onChoose: (file: File) => void
  onRemove: () => void
  /** Told of a file of another kind; the sentence it gives takes the place of the usual one. */
  onWrongKind?: (file: File) => string
}

/** '.csv ou .xlsx' */
function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ou ${words.at(-1)}`
}

/** One file, chosen or dropped; one of another kind or too large is refused here, with the reason. */
export function FileDrop(props: Props) {
  const { label, accept, maxBytes, help, error, value, busy = false, onChoose, onRemove, onWrongKind } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const id = useId()

  const take = (file: File) => {
    const name = file.name.toLowerCase()
    const isKind = accept.some((ending) => name.endsWith(ending.toLowerCase()))
    const problem = !isKind
      ? (onWrongKind?.(file) ?? `“${file.name}” não serve aqui. Escolha um arquivo ${either(accept)}.`)
      : file.size > maxBytes
        ? `“${file.name}” tem ${formatSize(file.size)}. O limite é ${formatSize(maxBytes)}.`
        : file.size === 0
          ? `“${file.name}” está vazio.`
          : null
    setRefusal(problem)
    // A refused file takes the place of the one before: a sentence about one must not stand over the name of another.
    if (problem === null) onChoose(file)
    else if (value) onRemove()
  }
  const { control, place, open } = useFileChoice({
    label: `${label}: arquivo`,
    accept,
    isBusy: busy,
    onChoose: take,
    onMany: () => setRefusal('Solte um arquivo de cada vez.'),
  })
  const problem = refusal ?? error
  const FileIcon = value ? IconFile : IconFileUpload

  return (
    <div
      className={classes.place}
      data-error={problem ? true : undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      aria-busy={busy}
      {...place}
    >
      <FileIcon size={28} stroke={1.25} aria-hidden="true" />
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      {value ? (
        <span className={classes.file}>
          {value.name} <span className={classes.size}>{formatSize(value.size)}</span>
        </span>
      ) : (
        <span className={classes.file}>Arraste o arquivo para cá</span>
      )}
      <div className={classes.buttons}>
        <Button kind="secondary" icon={value ? IconReplace : IconFileUpload} loading={busy} onClick={open}>
          {value ? 'Trocar arquivo' : 'Escolher arquivo'}
        </Button>
        {value && (
          <Button
            kind="quiet"
            icon={IconTrash}
            disabled={busy}
            onClick={() => {
              setRefusal(null)
              onRemove()
            }}
          >
            Remover
          </Button>
        )}
      </div>
      <span id={`${id}-note`} className={problem ? fileClasses.error : fileClasses.help} role="status">
        {problem ?? help ?? `${either(accept)}, até ${formatSize(maxBytes)}`}
      </span>
      {control}
    </div>
  )
}
