import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiProblem, useIdempotencyKey } from '@/api'
import { Button, Card, EmptyState, FileDrop, Page, PageBody, PageHeader, toast, useProblemToast } from '@/ui'
import { ImportProgress } from './import-progress'
import classes from './import-page.module.css'
import { downloadModel, importsKey, loadImport, upload } from './queries'
import type { Target } from './queries'
import { RecentImports } from './recent-imports'
import { nouns, texts } from './texts'

/** Which import is open, in the address: F5 and Back keep it. */
const PARAM = 'importacao'
const MOST_BYTES = 20 * 1024 * 1024

/** From a file to records: choose, check, confirm. */
export function ImportPage({ target }: { target: Target }) {
  const [params, setParams] = useSearchParams()
  const id = params.get(PARAM)
  const noun = nouns[target.kind]
  const open = (next: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (next) after.set(PARAM, next)
      else after.delete(PARAM)
      return after
    })
  return (
    <Page>
      <PageHeader title={noun.title} parent={{ label: noun.parent, to: noun.list }} />
      <PageBody>
        {id ? (
          <OpenImport target={target} id={id} onClose={() => open(null)} />
        ) : (
          <div className={classes.start}>
            <Start target={target} onUploaded={open} />
            <RecentImports target={target} onOpen={open} />
          </div>
        )}
      </PageBody>
    </Page>
  )
}

function OpenImport({ target, id, onClose }: { target: Target; id: string; onClose: () => void }) {
  const { data, error } = useQuery(loadImport(target, id))
  useProblemToast(texts.loadFailed, error)
  if (data) return <ImportProgress key={id} target={target} current={data} onClose={onClose} />
  if (!error) return null
  return (
    <EmptyState title={texts.loadFailed} text={error.message}>
      <Button onClick={onClose}>{texts.another}</Button>
    </EmptyState>
  )
}

function Start({ target, onUploaded }: { target: Target; onUploaded: (id: string) => void }) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const noun = nouns[target.kind]

  const send = async (chosen: File) => {
    setFile(chosen)
    setError(undefined)
    setIsSending(true)
    try {
      const created = await upload(target, chosen, keyFor([chosen.name, chosen.size, chosen.lastModified]))
      void queryClient.invalidateQueries({ queryKey: importsKey })
      onUploaded(created.id)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      setError(problem.message)
      toast.error(texts.uploadFailed, problem.message)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <>
      <FileDrop
        label={noun.file}
        accept={['.csv', '.xlsx']}
        maxBytes={MOST_BYTES}
        help={texts.help}
        error={error}
        value={file}
        busy={isSending}
        onChoose={(chosen) => void send(chosen)}
        onRemove={() => {
          setFile(null)
          setError(undefined)
        }}
      />
      <Card title={texts.howTitle}>
        <ul className={classes.how}>
          {texts.how(noun.key).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button kind="secondary" icon={IconDownload} onClick={() => downloadModel(target)}>
          {texts.model}
        </Button>
      </Card>
    </>
  )
}
