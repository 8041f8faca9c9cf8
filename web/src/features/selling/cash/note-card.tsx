import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/api'
import type { CashSession } from '@/api'
import { Button, TextInput, toast } from '@/ui'
import classes from './cash.module.css'
import { noteSession, refreshCash } from './queries'
import { texts } from './texts'

const words = texts.session

/** What a gerente has to say about the count, which itself never changes. */
export function NoteCard({ company, session }: { company: string; session: CashSession }) {
  const queryClient = useQueryClient()
  const mayNote = useMay()('POST /api/companies/{id}/cash/sessions/{cid}/note')
  const saved = session.nota_gerente ?? ''
  const [note, setNote] = useState(saved)
  const [isSaving, setSaving] = useState(false)
  if (!mayNote && saved === '') return null
  const save = async () => {
    setSaving(true)
    try {
      await noteSession(company, session.id, note.trim() || null)
      toast.success(words.noteSaved)
    } catch (problem) {
      toast.failed(words.noteFailed, problem)
    } finally {
      setSaving(false)
      await refreshCash(queryClient)
    }
  }
  return (
    <section className={classes.card} aria-label={words.note}>
      <div className={classes.head}>
        <h2>{words.note}</h2>
        <span>{words.noteHint}</span>
      </div>
      {mayNote ? (
        <div className={classes.note}>
          <TextInput
            label={words.note}
            isLabelHidden
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button kind="secondary" loading={isSaving} disabled={note.trim() === saved} onClick={() => void save()}>
            {words.saveNote}
          </Button>
        </div>
      ) : (
        <p>{saved}</p>
      )}
    </section>
  )
}
