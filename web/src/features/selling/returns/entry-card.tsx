import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { ReturnSummary } from '@/api'
import { Button, Card, TextInput, toast } from '@/ui'
import { noteEntryNote, refreshReturns } from './queries'
import classes from './returns.module.css'
import { texts } from './texts'

const words = texts.page

/** The NF-e of entry, which the accountant issues elsewhere: its key says that it was. */
export function EntryCard({ company, devolucao }: { company: string; devolucao: ReturnSummary }) {
  const queryClient = useQueryClient()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async (chave: string | null) => {
    setSaving(true)
    try {
      await noteEntryNote(company, devolucao.id, chave)
      toast.success(chave === null ? words.removed : words.saved)
    } catch (failure) {
      const sentence = failure instanceof ApiProblem ? failure.byField.nfe_chave : undefined
      if (sentence === undefined) toast.failed(words.saveFailed, failure)
      else setProblem(sentence)
    } finally {
      setSaving(false)
      await refreshReturns(queryClient)
    }
  }
  return (
    <Card title={words.entry}>
      <div className={classes.stack}>
        {devolucao.nfe_chave === null ? (
          <>
            <p className={classes.hint}>{words.entryText}</p>
            <TextInput
              label={words.key}
              help={words.keyHelp}
              error={problem}
              inputMode="numeric"
              maxLength={60}
              autoComplete="off"
              value={key}
              onChange={(event) => {
                setKey(event.currentTarget.value)
                setProblem(null)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || key.trim() === '') return
                event.preventDefault()
                void save(key.trim())
              }}
            />
            <div className={classes.actions}>
              <Button
                kind="secondary"
                loading={isSaving}
                disabled={key.trim() === ''}
                onClick={() => void save(key.trim())}
              >
                {words.save}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className={classes.key}>{devolucao.nfe_chave.replace(/(.{4})(?=.)/g, '$1 ')}</p>
            <div className={classes.actions}>
              <Button kind="quiet" loading={isSaving} onClick={() => void save(null)}>
                {words.remove}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
