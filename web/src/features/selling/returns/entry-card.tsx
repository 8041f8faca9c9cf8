import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { GoodsReturn } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { Button, Card, LinkButton, TextInput, toast } from '@/ui'
import { entryStateOf } from './entry-state'
import { noteEntryNote, refreshReturns } from './queries'
import classes from './returns.module.css'
import { texts } from './texts'

const words = texts.page

/** What is said of the NF-e that was issued from here; nothing when none was. */
function saidOf({ devolucao }: GoodsReturn): string | null {
  const { nfe_numero, nfe_serie } = devolucao
  if (nfe_numero === null || nfe_serie === null) return null
  const nfe = words.nfe(nfe_numero, nfe_serie)
  switch (entryStateOf(devolucao)) {
    case 'done':
      return words.entryDone(nfe)
    case 'sending':
      return words.entrySending(nfe)
    case 'refused':
      return words.entryRefused(nfe)
    case 'pending':
      return words.entryEnded(nfe)
  }
}

/** The NF-e of entry: issued from here, or by the accountant, whose key says so. */
export function EntryCard({ company, made }: { company: string; made: GoodsReturn }) {
  const { nfe_chave, nfe_id } = made.devolucao
  const state = entryStateOf(made.devolucao)
  const said = saidOf(made)
  return (
    <Card title={words.entry}>
      <div className={classes.stack}>
        {state === 'pending' && <p className={classes.hint}>{words.entryText}</p>}
        {said !== null && <p>{said}</p>}
        {nfe_chave !== null && <p className={classes.key}>{nfe_chave.replace(/(.{4})(?=.)/g, '$1 ')}</p>}
        {nfe_id !== null && (
          <div className={classes.actions}>
            <LinkButton kind="secondary" to={ofCompany(paths.receipts.one(nfe_id), company)}>
              {texts.openEntry}
            </LinkButton>
          </div>
        )}
        {state === 'pending' && made.nfe_motivo !== null && <p className={classes.hint}>{made.nfe_motivo}</p>}
        {(state === 'pending' || (nfe_chave !== null && nfe_id === null)) && <TypedKey company={company} made={made} />}
      </div>
    </Card>
  )
}

function TypedKey({ company, made: { devolucao } }: { company: string; made: GoodsReturn }) {
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
  if (devolucao.nfe_chave !== null) {
    return (
      <div className={classes.actions}>
        <Button kind="quiet" loading={isSaving} onClick={() => void save(null)}>
          {words.remove}
        </Button>
      </div>
    )
  }
  return (
    <>
      <p className={classes.hint}>{words.elsewhere}</p>
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
        <Button kind="secondary" loading={isSaving} disabled={key.trim() === ''} onClick={() => void save(key.trim())}>
          {words.save}
        </Button>
      </div>
    </>
  )
}
