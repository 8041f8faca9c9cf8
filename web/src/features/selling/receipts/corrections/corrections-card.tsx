import { IconCode, IconPrinter } from '@tabler/icons-react'
import type { ReceiptCorrections } from '@/api'
import { Button, Card, formatMoment, tellDownload, toast } from '@/ui'
import classes from '../receipt-page.module.css'
import { texts } from '../texts'
import { downloadLetter, openLetter } from './queries'
import { correctionTexts } from './texts'

const words = correctionTexts.card

type Props = { company: string; receiptId: string; corrections: ReceiptCorrections | undefined }

/** The letters of correction of a receipt, the newest first; nothing when there are none. */
export function CorrectionsCard({ company, receiptId, corrections }: Props) {
  if (!corrections || corrections.items.length === 0) return null
  const print = async (id: string) => {
    try {
      if (!(await openLetter(company, receiptId, id))) toast.error(texts.tabBlocked, texts.tabBlockedText)
    } catch (problem) {
      toast.failed(words.printFailed, problem)
    }
  }
  return (
    <Card title={words.title}>
      <ul className={classes.emails} aria-label={words.title}>
        {corrections.items.map(({ id, numero, estado, texto, motivo, protocolo, registrada_em, created_at, quem }) => (
          <li key={id}>
            <strong data-failed={estado === 'recusado' || undefined}>{words.one(numero, estado)}</strong>
            <span>
              {formatMoment(registrada_em ?? created_at)}
              {quem !== null && `, ${quem}`}
            </span>
            <span>{texto}</span>
            {motivo !== null && <span>{motivo}</span>}
            {protocolo !== null && <span>{words.protocol(protocolo)}</span>}
            {estado === 'registrado' && protocolo !== null && (
              <div>
                <Button kind="secondary" icon={IconPrinter} onClick={() => void print(id)}>
                  {words.print(numero)}
                </Button>
                <Button
                  kind="secondary"
                  icon={IconCode}
                  onClick={() => void tellDownload(() => downloadLetter(company, receiptId, id))}
                >
                  {words.xml}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
