import { IconArrowBackUp, IconCircleCheckFilled, IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { Import } from '@/api'
import { Button, Card, confirm, EmptyState, LinkButton, ProgressBar, tellDownload, toast } from '@/ui'
import classes from './import-page.module.css'
import { ImportRows } from './import-rows'
import { applyImport, cancelImport, downloadRejected, importsKey, isRunning, undoImport } from './queries'
import type { Target } from './queries'
import { nouns, texts } from './texts'

type Running = 'lendo' | 'aplicando' | 'desfazendo'
type Props = {
  target: Target
  current: Import
  /** Back to choosing a file. */
  onClose: () => void
}

/** One import from the first read row to the last stored one. */
export function ImportProgress({ target, current, onClose }: Props) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const noun = nouns[target.kind]
  const { state, rows_bad: bad } = current
  const good = current.rows_new + current.rows_changed
  const written = current.written_new + current.written_changed

  const run = async (work: () => Promise<unknown>, failed: string) => {
    setIsBusy(true)
    try {
      await work()
      return true
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      toast.error(failed, problem.message)
      return false
    } finally {
      setIsBusy(false)
      await queryClient.invalidateQueries({ queryKey: importsKey })
    }
  }
  const cancel = async () => {
    const isSure = await confirm({
      title: texts.cancelQuestion,
      text: state === 'aplicando' ? texts.stopDetail : texts.cancelDetail,
      confirmLabel: texts.cancel,
      cancelLabel: texts.keep,
      isDanger: true,
    })
    if (!isSure || !(await run(() => cancelImport(target, current.id), texts.cancelFailed))) return
    if (state === 'aplicando') return // how far it came is shown, with the way back
    toast.success(texts.cancelled, texts.cancelledText)
    onClose()
  }
  const undo = async () => {
    const isSure = await confirm({
      title: texts.undoQuestion,
      text: texts.undoDetail,
      confirmLabel: texts.undo,
      isDanger: true,
    })
    if (isSure) await run(() => undoImport(target, current.id), texts.undoFailed)
  }
  const undoButton = written > 0 && (
    <Button kind="quiet" icon={IconArrowBackUp} disabled={isBusy} onClick={() => void undo()}>
      {texts.undo}
    </Button>
  )
  const cancelButton = (
    <Button kind="quiet" disabled={isBusy} onClick={() => void cancel()}>
      {texts.cancel}
    </Button>
  )
  const anotherButton = (
    <Button kind="secondary" icon={IconFileUpload} onClick={onClose}>
      {texts.another}
    </Button>
  )
  const rejectedButton = bad > 0 && (
    <Button
      kind="secondary"
      icon={IconDownload}
      onClick={() => void tellDownload(() => downloadRejected(target, current))}
    >
      {texts.rejected(bad)}
    </Button>
  )

  if (isRunning(current)) {
    const label = { lendo: texts.reading, aplicando: texts.applying, desfazendo: texts.undoing }[state as Running]
    return (
      <Card title={current.file_name}>
        <ProgressBar label={label} value={current.done} total={current.total > 0 ? current.total : null} />
        <p className={classes.note}>{texts.readingText}</p>
        {state !== 'desfazendo' && <div className={classes.buttons}>{cancelButton}</div>}
      </Card>
    )
  }
  if (state === 'falhou' || state === 'cancelada') {
    const title = state === 'falhou' ? texts.failedTitle : texts.cancelled
    return (
      <EmptyState
        title={title}
        text={[
          current.error,
          written > 0
            ? texts.partText(current.written_new, current.written_changed)
            : !current.error && texts.cancelledText,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        {undoButton}
        {anotherButton}
      </EmptyState>
    )
  }
  if (state === 'desfeita') {
    return (
      <>
        <EmptyState title={texts.undone} text={texts.undoneText(current.undone, current.kept)}>
          {anotherButton}
        </EmptyState>
        {current.kept > 0 && <ImportRows target={target} current={current} />}
      </>
    )
  }
  if (state === 'aplicada') {
    return (
      <>
        <div className={classes.done} role="status">
          <IconCircleCheckFilled size={28} aria-hidden="true" />
          <div>
            <h2>{texts.applied}</h2>
            <p>
              {noun.imported(good)}. {texts.appliedDetail(current.rows_new, current.rows_changed)}
              {bad > 0 && ` ${texts.fixLater(bad)}`}
            </p>
          </div>
          <div className={classes.buttons}>
            {undoButton}
            {rejectedButton}
            {anotherButton}
            <LinkButton to={noun.list}>{noun.toList}</LinkButton>
          </div>
        </div>
        {bad > 0 && <ImportRows target={target} current={current} />}
      </>
    )
  }
  return (
    <>
      <Card title={current.file_name}>
        <dl className={classes.figures}>
          {(['nova', 'alterada', 'igual', 'ruim'] as const).map((situacao) => (
            <div key={situacao} data-situacao={situacao}>
              <dt>{texts.tabs[situacao]}</dt>
              <dd>{figureOf(current, situacao).toLocaleString('pt-BR')}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>
          {good > 0 ? bad > 0 && texts.fixLater(bad) : bad > 0 ? texts.nothingToImport : texts.allSame}
        </p>
        <div className={classes.buttons}>
          {good > 0 && (
            <Button loading={isBusy} onClick={() => void run(() => applyImport(target, current.id), texts.applyFailed)}>
              {texts.importNow(noun.count(good))}
            </Button>
          )}
          {rejectedButton}
          {good > 0 ? cancelButton : anotherButton}
        </div>
      </Card>
      <ImportRows target={target} current={current} />
    </>
  )
}

function figureOf(current: Import, situacao: 'nova' | 'alterada' | 'igual' | 'ruim'): number {
  const figures = {
    nova: current.rows_new,
    alterada: current.rows_changed,
    igual: current.rows_same,
    ruim: current.rows_bad,
  }
  return figures[situacao]
}
