import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/api'
import type { ReceiptSummary } from '@/api'
import { FileDrop, LoadFailed, Spinner, toast } from '@/ui'
import { hasPaper, isCancelled } from './estado'
import { handInXml, loadDocument } from './document-queries'
import { refreshReceipts } from './queries'
import classes from './receipt-page.module.css'
import { ReceiptPaper } from './receipt-paper'
import { texts } from './texts'

/** The paper of a receipt, or why there is none. */
export function PaperOf({ companyId, nota }: { companyId: string; nota: ReceiptSummary }) {
  const isThere = hasPaper(nota)
  const { data, error, refetch } = useQuery({ ...loadDocument(companyId, nota), enabled: isThere })
  if (nota.estado === 'autorizada_sem_xml') return <HandIn companyId={companyId} nota={nota} />
  if (!isThere) return <p className={classes.noPaper}>{texts.page.noPaper}</p>
  if (data) return <ReceiptPaper document={data} isCancelled={isCancelled(nota)} />
  if (error) {
    return <LoadFailed title={texts.page.paperFailed} text={error.message} onRetry={() => void refetch()} />
  }
  return (
    <div className={classes.noPaper}>
      <Spinner />
    </div>
  )
}

/** A receipt is smaller: SEFAZ itself takes no more than 500 kB. */
const MOST_BYTES = 1_000_000

/** Where the document is handed in that SEFAZ has and we have not. */
function HandIn({ companyId, nota }: { companyId: string; nota: ReceiptSummary }) {
  const queryClient = useQueryClient()
  const mayHandIn = useMay()('POST /api/companies/{id}/receipts/{rid}/xml')
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (chosen: File) => {
    setFile(chosen)
    setError(null)
    setSending(true)
    try {
      await handInXml(companyId, nota.id, chosen)
      toast.success(texts.handIn.done, texts.handIn.doneText(nota))
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : texts.handIn.failed)
    } finally {
      setSending(false)
      await refreshReceipts(queryClient)
    }
  }
  return (
    <section className={classes.card} aria-label={texts.handIn.title}>
      <h2>{texts.handIn.title}</h2>
      <p>{texts.handIn.text}</p>
      {mayHandIn ? (
        <FileDrop
          label={texts.handIn.label}
          accept={['.xml']}
          maxBytes={MOST_BYTES}
          {...(error !== null && { error })}
          value={file}
          busy={isSending}
          onChoose={(chosen) => void send(chosen)}
          onRemove={() => {
            setFile(null)
            setError(null)
          }}
        />
      ) : (
        <p className={classes.hint}>{texts.gerente.handIn}</p>
      )}
    </section>
  )
}
