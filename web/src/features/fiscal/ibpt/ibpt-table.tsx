import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import { Button, confirm, FileDrop, LoadFailed, Spinner, toast } from '@/ui'
import { loadTable, removeTable, sendTable } from './queries'
import { texts } from './texts'

const MAX_BYTES = 20 * 1024 * 1024

/** The table of approximate taxes (Lei 12.741/2012) that the company got from IBPT. What is chosen is sent at once. */
export function IbptTable({ company }: { company: string }) {
  const queryClient = useQueryClient()
  const { data: table, error: failed, refetch } = useQuery(loadTable(company))
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: loadTable(company).queryKey })

  const send = async (chosen: File) => {
    setFile(chosen)
    setProblem(undefined)
    setBusy(true)
    try {
      await sendTable(company, chosen)
      setFile(null)
      toast.success(texts.sent)
    } catch (refused) {
      if (!(refused instanceof ApiProblem)) throw refused
      setProblem(refused.message)
      toast.error(texts.sendFailed, refused.message)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const remove = async () => {
    if (
      !(await confirm({ title: texts.removeTitle, text: texts.removeText, confirmLabel: texts.remove, isDanger: true }))
    )
      return
    try {
      await removeTable(company)
      toast.success(texts.removed)
    } catch (refused) {
      toast.failed(texts.removeFailed, refused)
    }
    await refresh()
  }

  if (!table && failed)
    return <LoadFailed title={texts.loadFailed} text={failed.message} onRetry={() => void refetch()} />
  if (!table) return <Spinner />
  const { situacao, versao, vigencia_fim, linhas } = table
  const isThere = versao !== null && vigencia_fim !== null
  return (
    <>
      <p role="status">
        {!isThere && texts.none}
        {situacao === 'em_vigor' && isThere && `${texts.inForce(versao, vigencia_fim)} ${texts.rows(linhas ?? 0)}`}
        {situacao === 'vencida' && isThere && texts.expired(versao, vigencia_fim)}
        {situacao === 'outra_uf' && texts.otherUf(table.uf ?? '')}
      </p>
      <FileDrop
        label={isThere ? texts.newFile : texts.file}
        accept={['.csv']}
        maxBytes={MAX_BYTES}
        help={texts.help}
        {...(problem !== undefined && { error: problem })}
        value={file}
        busy={isBusy}
        onChoose={(chosen) => void send(chosen)}
        onRemove={() => {
          setFile(null)
          setProblem(undefined)
        }}
      />
      {isThere && (
        <div>
          <Button kind="quiet" disabled={isBusy} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </div>
      )}
    </>
  )
}
