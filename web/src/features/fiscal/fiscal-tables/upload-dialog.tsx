import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '@/api'
import type { FiscalTableName, FiscalTablePreview } from '@/api'
import { Button, DateInput, Dialog, FileDrop, formatInteger, Spinner, TableCard, toast, today } from '@/ui'
import classes from './fiscal-tables.module.css'
import { checkTable, loadTables, takeTable } from './queries'
import { texts } from './texts'

const words = texts.upload
const MOST_BYTES = 8 * 1024 * 1024

/** The file's text, or why it is none. */
async function textOf(file: File): Promise<{ text: string } | { refusal: string }> {
  const text = await file.text()
  // What stands for bytes that are no UTF-8.
  if (text.includes('\uFFFD')) return { refusal: words.notText }
  return text.trimStart().startsWith('<') ? { refusal: words.notTable } : { text }
}

type Checked = { preview: FiscalTablePreview } | { faults: readonly string[] }

/** A newer file for one table: checked when it is chosen, shown as what it changes, taken over by one button. */
export function UploadDialog({ table, onClose }: { table: FiscalTableName; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [dados_de, setAsOf] = useState(today())
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const checking = useRef<AbortController | null>(null)
  const text = useRef('')
  useEffect(() => () => checking.current?.abort(), [])

  const bodyOf = (name: string, asOf: string) => ({
    ...{ arquivo: table, conteudo: text.current },
    ...{ nome_arquivo: name.slice(-200), dados_de: asOf },
  })
  const faultsOf = (problem: unknown) => {
    if (!(problem instanceof ApiProblem)) throw problem
    return problem.errors.length > 0 ? problem.errors.map(({ message }) => message) : [problem.message]
  }
  const check = async (chosen: File, asOf: string) => {
    checking.current?.abort()
    const abort = new AbortController()
    checking.current = abort
    setFile(chosen)
    setChecked(null)
    setBusy(true)
    const read = await textOf(chosen)
    if ('refusal' in read) {
      if (abort.signal.aborted) return
      setBusy(false)
      setChecked({ faults: [read.refusal] })
      return
    }
    text.current = read.text
    try {
      const preview = await checkTable(bodyOf(chosen.name, asOf), abort.signal)
      if (!abort.signal.aborted) setChecked({ preview })
    } catch (problem) {
      if (!abort.signal.aborted) setChecked({ faults: faultsOf(problem) })
    } finally {
      if (!abort.signal.aborted) setBusy(false)
    }
  }
  const remove = () => {
    checking.current?.abort()
    setFile(null)
    setChecked(null)
    setBusy(false)
  }
  const take = async (chosen: File) => {
    setBusy(true)
    try {
      queryClient.setQueryData(loadTables().queryKey, await takeTable(bodyOf(chosen.name, dados_de)))
      toast.success(words.taken, texts.names[table])
      onClose()
    } catch (problem) {
      toast.failed(words.failed, problem)
      setBusy(false)
    }
  }
  const preview = checked && 'preview' in checked ? checked.preview : null
  const isSame = preview !== null && preview.novas + preview.mudadas + preview.retiradas === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title(texts.names[table])}
      size={720}
      foot={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            disabled={!file || !preview || isSame}
            loading={isBusy && preview !== null}
            onClick={() => file && void take(file)}
          >
            {words.take}
          </Button>
        </>
      }
    >
      <div className={classes.upload}>
        <DateInput
          label={words.asOf}
          help={words.asOfHelp}
          value={dados_de}
          onChange={(day) => {
            setAsOf(day)
            if (file && day !== '') void check(file, day)
          }}
        />
        <FileDrop
          label={words.file(table)}
          accept={[table.slice(table.lastIndexOf('.'))]}
          maxBytes={MOST_BYTES}
          value={file}
          busy={isBusy}
          onChoose={(chosen) => void check(chosen, dados_de)}
          onRemove={remove}
        />
        {isBusy && !preview && <Spinner label={words.checking} />}
        {checked && 'faults' in checked && <Faults faults={checked.faults} />}
        {preview && (isSame ? <p role="status">{words.same}</p> : <Difference preview={preview} />)}
      </div>
    </Dialog>
  )
}

function Faults({ faults }: { faults: readonly string[] }) {
  return (
    <div className={classes.faults} role="alert">
      <strong>{words.faults(faults.length)}</strong>
      <ul>
        {faults.map((fault, at) => (
          <li key={at}>{fault}</li>
        ))}
      </ul>
    </div>
  )
}

function Difference({ preview }: { preview: FiscalTablePreview }) {
  const { linhas, produtos } = preview
  const count = preview.novas + preview.mudadas + preview.retiradas
  return (
    <section aria-label={words.difference} className={classes.difference}>
      <dl className={classes.figures}>
        {(['novas', 'mudadas', 'retiradas'] as const).map((what) => (
          <div key={what}>
            <dt>{words.figures[what]}</dt>
            <dd>{formatInteger(preview[what])}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{words.touches(produtos)}</p>
      <TableCard label={words.difference} className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {linhas.map(({ chave, antes, depois }) => (
            <tr key={chave}>
              <td>{chave}</td>
              <td>{antes}</td>
              <td>{depois}</td>
            </tr>
          ))}
        </tbody>
      </TableCard>
      {count > linhas.length && <p>{words.firstOf(linhas.length, count)}</p>}
    </section>
  )
}
