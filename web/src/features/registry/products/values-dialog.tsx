import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useIdempotencyKey } from '@/api'
import type { Product, ProductChange, ProposedChange } from '@/api'
import { Button, Checkbox, DecimalInput, Dialog, SegmentedChoice, Select, Spinner, toast, useDebounced } from '@/ui'
import { changesOf, changeValues, proposePrices, proposeProfile } from './changes'
import type { PriceRule, Reason } from './changes'
import { ChangesTable } from './changes-table'
import { refreshProducts } from './queries'
import { listTaxProfiles } from './tax-profiles'
import { texts } from './texts'
import classes from './values-dialog.module.css'

const words = texts.changing

type Props = { company: string; products: readonly Product[]; onClose: (isDone: boolean) => void }

const RULES: readonly { value: PriceRule['tipo']; label: string }[] = [
  { value: 'percentual', label: words.rules.percentual },
  { value: 'valor', label: words.rules.valor },
  { value: 'final', label: words.rules.final },
]

/** Prices of a selection by a rule. */
export function PricesDialog({ company, products, onClose }: Props) {
  const [tipo, setTipo] = useState<PriceRule['tipo']>('percentual')
  const [typed, setTyped] = useState('')
  const valor = useDebounced(typed, 200)
  const isReady = /^-?\d+(\.\d+)?$/.test(valor) && valor === typed
  const proposal = useQuery({ ...proposePrices(company, products, { tipo, valor }), enabled: isReady })
  return (
    <ChangesDialog
      company={company}
      title={words.pricesTitle}
      subtitle={words.ofSo(products.length)}
      reason="precos"
      proposal={{ ...proposal, data: isReady ? proposal.data : undefined }}
      hint={words.pricesHint}
      onClose={onClose}
    >
      <SegmentedChoice
        label={words.how}
        choices={RULES}
        value={tipo}
        onChange={(next) => {
          setTipo(next)
          setTyped(next === 'final' ? '0.90' : '')
        }}
      />
      <DecimalInput
        label={words.values[tipo]}
        help={words.valueHelp[tipo]}
        places={tipo === 'percentual' ? 4 : 2}
        allowNegative={tipo !== 'final'}
        {...(tipo === 'percentual' ? { suffix: '%' } : { prefix: 'R$' })}
        value={typed}
        onChange={setTyped}
      />
    </ChangesDialog>
  )
}

/** A perfil fiscal given to a selection. */
export function ProfileDialog({ company, products, onClose }: Props) {
  const { data, error } = useQuery(listTaxProfiles(company))
  const [chosen, setChosen] = useState<string | null>(null)
  // Products that are ready but for what the law wants: their other taxes are not to be touched.
  const [isOnlyIbsCbs, setOnlyIbsCbs] = useState(products.every(hasOnlyWarnings))
  const items = data?.items ?? []
  const first = items.find(({ valores }) => !isOnlyIbsCbs || valores.ibscbs_cClassTrib) ?? items[0]
  const id = chosen ?? first?.id ?? null
  const proposal = useQuery({ ...proposeProfile(company, products, id ?? '', isOnlyIbsCbs), enabled: id !== null })
  const hint = error?.message ?? (data && items.length === 0 ? words.noProfiles : words.profileHint)
  return (
    <ChangesDialog
      company={company}
      title={words.profileTitle}
      subtitle={words.ofSo(products.length)}
      reason="perfil_fiscal"
      proposal={proposal}
      hint={hint}
      onClose={onClose}
    >
      <Select
        label={words.profile}
        choices={items.map(({ id: value, nome }) => ({ value, label: nome }))}
        value={id}
        loading={!data && !error}
        onChange={setChosen}
      />
      <Checkbox label={words.onlyIbsCbs} checked={isOnlyIbsCbs} onChange={setOnlyIbsCbs} />
    </ChangesDialog>
  )
}

const hasOnlyWarnings = ({ fiscal_pendencies, fiscal_warnings }: Product) =>
  fiscal_pendencies?.length === 0 && Boolean(fiscal_warnings?.length)

type ChangesProps = {
  company: string
  title: string
  subtitle: string
  reason: Exclude<Reason, 'desfazer'>
  proposal: { data: ProposedChange[] | undefined; error: Error | null; isFetching: boolean }
  /** While nothing is proposed. */
  hint: string
  onClose: (isDone: boolean) => void
  children: ReactNode
}

/** What is to be changed, old beside new, before it is; the toast undoes it. */
function ChangesDialog({ company, title, subtitle, reason, proposal, hint, onClose, children }: ChangesProps) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const proposed = proposal.error ? undefined : proposal.data
  const changes = changesOf(proposed ?? [])
  const said = problem ?? proposal.error?.message

  const undo = async (back: ProductChange[]) => {
    try {
      const { changed } = await changeValues(company, 'desfazer', back, crypto.randomUUID())
      toast.success(words.undone(changed))
    } catch (error) {
      toast.failed(words.undoFailed, error)
    } finally {
      await refreshProducts(queryClient)
    }
  }
  const apply = async () => {
    setSaving(true)
    setProblem(null)
    try {
      const { changed, desfazer } = await changeValues(company, reason, changes, keyFor(changes))
      const action = { label: words.undo, onClick: () => void undo(desfazer) }
      toast.success(words.done[reason](changed), undefined, desfazer.length > 0 ? { action, duration: 15_000 } : {})
      onClose(true)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSaving(false)
      await refreshProducts(queryClient)
    }
  }
  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={title}
      subtitle={subtitle}
      size={720}
      foot={
        <>
          <Button kind="quiet" onClick={() => onClose(false)}>
            {words.cancel}
          </Button>
          <Button loading={isSaving} disabled={changes.length === 0} onClick={() => void apply()}>
            {words.apply[reason](changes.length)}
          </Button>
        </>
      }
    >
      <div className={classes.rule}>{children}</div>
      {said !== undefined && (
        <p className={classes.problem} role="alert">
          {said}
        </p>
      )}
      {proposed ? (
        <ChangesTable proposed={proposed} reason={reason} />
      ) : proposal.isFetching ? (
        <Spinner label={words.proposing} />
      ) : (
        said === undefined && <p className={classes.hint}>{hint}</p>
      )}
    </Dialog>
  )
}
