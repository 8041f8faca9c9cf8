import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ApiProblem, useIdempotencyKey } from '@/api'
import { Button, Dialog, IconButton, LoadFailed, Spinner, TextInput, toast } from '@/ui'
import type { ListState } from '@/ui'
import { forgetFilter, keepFilter, listFilters, refreshFilters } from './queries'
import type { ListName } from './queries'
import classes from './saved-filters.module.css'
import { texts } from './texts'

type Props = { name: ListName; list: Pick<ListState, 'kept' | 'take'> }

/** 'Meus filtros': what one has kept of a list under a name; asked for only once somebody looks. */
export function SavedFilters({ name, list }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={texts.title} icon={IconBookmark} onClick={() => setOpen(true)} />
      {isOpen && <FiltersDialog name={name} list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

function FiltersDialog({ name, list, onClose }: Props & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: items, error, refetch } = useQuery(listFilters(name))

  const take = (filter: { nome: string; valores: Readonly<Record<string, string>> }) => {
    const gone = list.take(filter.valores)
    if (gone.length > 0) toast.info(texts.gone(filter.nome), texts.goneText(gone))
    onClose()
  }
  const forget = async (id: string) => {
    try {
      await forgetFilter(id)
      toast.success(texts.removed)
    } catch (problem) {
      toast.failed(texts.removeFailed, problem)
    }
    await refreshFilters(queryClient)
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title} subtitle={texts.hint}>
      {error ? (
        <LoadFailed title={texts.loadFailed} text={error.message} onRetry={() => void refetch()} />
      ) : !items ? (
        <Spinner label={texts.loading} />
      ) : items.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className={classes.list}>
          {items.map((filter) => (
            <li key={filter.id} className={classes.one}>
              <Button kind="quiet" aria-label={texts.use(filter.nome)} onClick={() => take(filter)}>
                {filter.nome}
              </Button>
              <IconButton label={texts.remove(filter.nome)} icon={IconTrash} onClick={() => void forget(filter.id)} />
            </li>
          ))}
        </ul>
      )}
      <KeepForm name={name} values={list.kept()} onKept={() => void refreshFilters(queryClient)} />
    </Dialog>
  )
}

type KeepProps = { name: ListName; values: Record<string, string>; onKept: () => void }

function KeepForm({ name, values, onKept }: KeepProps) {
  const id = useId()
  const keyFor = useIdempotencyKey()
  const [nome, setNome] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  if (Object.keys(values).length === 0) return <p>{texts.nothing}</p>

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (nome.trim() === '') {
      setError(texts.missing)
      document.getElementById(id)?.focus()
      return
    }
    setSaving(true)
    try {
      await keepFilter(name, nome.trim(), values, keyFor({ name, nome, values }))
      toast.success(texts.saved, nome.trim())
      setNome('')
      onKept()
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (problem.byField.nome === undefined) toast.error(texts.saveFailed, problem.message)
      else setError(problem.byField.nome)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        id={id}
        label={texts.name}
        help={texts.nameHelp}
        error={error}
        value={nome}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => {
          setNome(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" loading={isSaving}>
        {texts.save}
      </Button>
    </form>
  )
}
