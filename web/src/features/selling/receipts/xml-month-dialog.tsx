import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { XmlMonth } from '@/api'
import { Button, Dialog, formatDate, formatSize, Select, Spinner, tellDownload, toast, useProblemToast } from '@/ui'
import { askForMonth, downloadMonthFile, loadMonth } from './document-queries'
import classes from './receipts-page.module.css'
import { texts } from './texts'

const words = texts.month

/** So many months back one may ask for here. */
const MONTHS = 24

/** The months up to this one, newest first: `{ value: '2026-11', label: 'novembro de 2026' }`. */
export function monthsUntil(today: Date): { value: string; label: string }[] {
  return Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(today.getFullYear(), today.getMonth() - back, 1)
    const month = String(first.getMonth() + 1).padStart(2, '0')
    return {
      value: `${first.getFullYear()}-${month}`,
      label: first.toLocaleDateString('pt-BR', { month: 'long', year: 'numeric' }),
    }
  })
}

type Props = { companyId: string; onClose: () => void; month?: string }

/** Asks for the files of a month and gives them out once they are made. `month`: the one it begins with. */
export function XmlMonthDialog({ companyId, onClose, month: first }: Props) {
  const [choices] = useState(() => monthsUntil(new Date()))
  // What is wanted most is the month that has just ended.
  const [mes, setMes] = useState(first ?? choices[1]?.value ?? null)
  const [asked, setAsked] = useState<XmlMonth | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { data, error } = useQuery({ ...loadMonth(companyId, asked?.id ?? ''), enabled: asked !== null })
  useProblemToast(words.readFailed, error)
  const month = data ?? asked
  const isBusy = isAsking || month?.estado === 'preparando'

  const ask = async () => {
    if (mes === null) return
    setAsking(true)
    try {
      setAsked(await askForMonth(companyId, mes))
    } catch (problem) {
      toast.failed(words.failed, problem)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      foot={
        <>
          <Button kind="secondary" onClick={onClose}>
            {words.close}
          </Button>
          {month?.estado !== 'pronta' && (
            <Button loading={isBusy} disabled={mes === null} onClick={() => void ask()}>
              {words.prepare}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.month}>
        <p>{words.text}</p>
        <Select
          label={words.label}
          choices={choices}
          value={mes}
          disabled={isBusy}
          onChange={(value) => {
            setMes(value)
            setAsked(null)
          }}
        />
        <div role="status">{month && <MonthState companyId={companyId} month={month} />}</div>
      </div>
    </Dialog>
  )
}

function MonthState({ companyId, month }: { companyId: string; month: XmlMonth }) {
  const { id, estado, erro, notas, arquivos, guardada_ate } = month
  if (estado === 'preparando') return <Spinner label={words.preparing} />
  if (estado === 'falhou') return <p className={classes.monthFailed}>{erro ?? words.failed}</p>
  return (
    <>
      <p>
        {words.ready(words.amount(notas))} {guardada_ate !== null && words.kept(formatDate(guardada_ate))}
      </p>
      <ul className={classes.files}>
        {arquivos.map(({ n, tamanho }) => (
          <li key={n}>
            <Button onClick={() => void tellDownload(() => downloadMonthFile(companyId, id, n))}>
              {words.file(n, arquivos.length, formatSize(tamanho))}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
