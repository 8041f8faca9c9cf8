import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiProblem, useIdempotencyKey } from '@/api'
import { IMPORT_PARAM } from '@/app/paths'
import {
  Button,
  Card,
  EmptyState,
  FileDrop,
  formatSize,
  Page,
  PageBody,
  PageHeader,
  ProgressBar,
  tellDownload,
  toast,
  useProblemToast,
} from '@/ui'
import { ImportProgress } from './import-progress'
import classes from './import-page.module.css'
import { downloadModel, importsKey, loadImport, upload } from './queries'
import type { Target } from './queries'
import { RecentImports } from './recent-imports'
import { nouns, texts } from './texts'

const MOST_BYTES = 20 * 1024 * 1024

/** From a file to records: choose, check, confirm. */
export function ImportPage({ target }: { target: Target }) {
  // In the address, so that F5 and Back keep it.
  const [params, setParams] = useSearchParams()
  const id = params.get(IMPORT_PARAM)
  const noun = nouns[target.kind]
  const open = (next: string | null) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (next) after.set(IMPORT_PARAM, next)
      else after.delete(IMPORT_PARAM)
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
  const [sent, setSent] = useState<number | null>(null)
  const sending = useRef<AbortController | null>(null)
  const noun = nouns[target.kind]

  const send = async (chosen: File) => {
    const abort = new AbortController()
    sending.current = abort
    setFile(chosen)
    setError(undefined)
    setSent(0)
    try {
      const created = await upload(target, chosen, {
        idempotencyKey: keyFor([chosen.name, chosen.size, chosen.lastModified]),
        onProgress: setSent,
        signal: abort.signal,
      })
      onUploaded(created.id)
    } catch (problem) {
      if (abort.signal.aborted) {
        setFile(null)
        return
      }
      if (!(problem instanceof ApiProblem)) throw problem
      setError(problem.message)
      toast.error(texts.uploadFailed, problem.message)
    } finally {
      setSent(null)
      // After giving up too: the server may have had all of it already.
      void queryClient.invalidateQueries({ queryKey: importsKey })
    }
  }
  // Whoever leaves meanwhile is not brought back when it is done.
  useEffect(() => () => sending.current?.abort(), [])

  return (
    <>
      <FileDrop
        label={noun.file}
        accept={['.csv', '.xlsx']}
        maxBytes={MOST_BYTES}
        help={texts.help}
        error={error}
        value={file}
        busy={sent !== null}
        onChoose={(chosen) => void send(chosen)}
        onRemove={() => {
          setFile(null)
          setError(undefined)
        }}
      />
      {file && sent !== null && (
        <Card>
          <ProgressBar
            label={texts.sending}
            value={sent}
            total={file.size}
            text={texts.sentOf(formatSize(sent), formatSize(file.size))}
          />
          <div className={classes.buttons}>
            <Button kind="quiet" onClick={() => sending.current?.abort()}>
              {texts.cancelSending}
            </Button>
          </div>
        </Card>
      )}
      <Card title={texts.howTitle}>
        <ul className={classes.how}>
          {texts.how(noun.key).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button kind="secondary" icon={IconDownload} onClick={() => void tellDownload(() => downloadModel(target))}>
          {texts.model}
        </Button>
      </Card>
    </>
  )
}
