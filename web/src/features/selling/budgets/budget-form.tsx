import { IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ApiProblem, useActiveCompany, useIdempotencyKey, useLatest, useSession } from '@/api'
import type { Budget, Person } from '@/api'
import { paths } from '@/app/paths'
import { PersonDialog } from '@/features/registry/people'
import {
  DrawnOn,
  formatDay,
  formatMoney,
  listAddress,
  RecordForm,
  toast,
  useFirstFocus,
  useRecordForm,
  useStable,
} from '@/ui'
import type { FormSection } from '@/ui'
import { bodyOf, FIELDS, newBudget, valuesOf } from './budget-values'
import type { BudgetValues } from './budget-values'
import { ClientCard } from './client-card'
import { DeliveryFields, HistoryFields } from './delivery-fields'
import { GENERAL_FIELDS, GeneralFields } from './general-fields'
import { InstallmentFields } from './installment-fields'
import { AddItemButton, ItemsEditor, SEARCH_FIELD, useItemSearch } from './items-editor'
import { createBudget, loadBudget, loadPerson, readBudget, refreshBudgets, updateBudget } from './queries'
import type { LoadedBudget } from './queries'
import { texts } from './texts'
import { Adjustments, TotalsBar, TotalsPanel } from './totals-panel'
import { newTitleOf, useBudget } from './use-budget'
import type { BudgetEditing, BudgetForm as Form } from './use-budget'
import { openPdf } from './use-budget-actions'

type Props = {
  companyId: string
  /** Null for a new budget. */
  loaded: LoadedBudget | null
  /** The header's buttons, which ask whether something is not saved yet. */
  header: (form: Form) => ReactNode
}

export function BudgetForm({ companyId, loaded, header }: Props) {
  const { user } = useSession()
  const active = useActiveCompany()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const budget = loaded?.budget ?? null
  const [initialValues] = useState(() => (budget ? valuesOf(budget) : newBudget(user)))
  const form = useRecordForm<BudgetValues>({ initialValues, version: loaded?.etag, fields: FIELDS })
  const editing = useBudget(form)
  const search = useItemSearch(editing)
  const { values } = form
  const [newClient, setNewClient] = useState<string | null>(null)
  const { data: person } = useQuery(loadPerson(values.cliente_id))
  const nameOf = ({ tipo, numero_pedido }: Budget) => texts.named(tipo, numero_pedido)
  const listTo = listAddress(paths.budgets.list)
  const latest = useLatest({
    topic: 'budgets',
    id: budget?.id,
    loaded,
    read: (id, signal) => readBudget(companyId, id, signal),
  })

  useFirstFocus(form.idOf('cliente_id'), budget === null)

  const takeClient = useStable((client: Person) => {
    if (values.solicitante === '' && client.contato) form.field('solicitante').onChange(client.contato)
    if (values.telefone === '' && client.telefone) form.field('telefone').onChange(client.telefone)
  })

  const save = async (typed: BudgetValues, version: string | undefined) => {
    if (!active) throw noCompany()
    const body = bodyOf(typed)
    const result = budget
      ? (await updateBudget(companyId, budget.id, body, version)).budget
      : await createBudget(companyId, body, keyFor(body))
    const print = { label: texts.print, onClick: () => void openPdf(companyId, result.id) }
    const text = budget ? texts.updated(nameOf(result)) : texts.created(nameOf(result))
    toast.success(texts.success, text, { action: print })
  }

  const print = useStable(() => {
    if (!budget || form.isDirty) toast.info(texts.saveFirstTitle, texts.saveFirstText)
    else void openPdf(companyId, budget.id)
  })
  const isSaved = budget !== null
  const barActions = useMemo(
    () => [isSaved && { id: 'print', label: texts.print, icon: IconPrinter, run: print }],
    [isSaved, print],
  )
  /** What a part of these fields is drawn on: the items are many, and a key in one of them must not draw the others. */
  const of = (names: readonly (keyof BudgetValues)[]) => names.flatMap((name) => [values[name], form.errors[name]])
  const clientName = person?.razao_social ?? budget?.nome_cliente ?? undefined

  const sections: FormSection[] = [
    {
      id: 'general',
      title: texts.sections.general,
      summary: [clientName, formatDay(values.data_orcamento)].filter(Boolean).join(' · '),
      fields: GENERAL_FIELDS,
      startsOpen: true,
      content: (
        <DrawnOn on={[companyId, clientName, ...of(GENERAL_FIELDS)]}>
          {() => (
            <GeneralFields
              editing={editing}
              companyId={companyId}
              clientName={clientName}
              onClient={takeClient}
              onNewClient={setNewClient}
            />
          )}
        </DrawnOn>
      ),
    },
    {
      id: 'items',
      title: texts.sections.items,
      summary: texts.itemCount(values.itens.length),
      fields: ['itens', SEARCH_FIELD],
      startsOpen: true,
      action: <AddItemButton open={search.open} />,
      content: <ItemsEditor editing={editing} companyId={companyId} search={search} />,
    },
    {
      id: 'installments',
      title: texts.sections.installments,
      summary: installmentSummary(editing),
      fields: ['parcelas'],
      startsOpen: false,
      content: <InstallmentFields editing={editing} />,
    },
    {
      id: 'delivery',
      title: texts.sections.delivery,
      summary: values.endereco_entrega || (budget?.endereco_entrega_completo ?? ''),
      fields: ['endereco_entrega'],
      startsOpen: false,
      content: (
        <DrawnOn on={[budget, ...of(['cliente_id', 'endereco_entrega'])]}>
          {() => <DeliveryFields form={form} saved={budget?.endereco_entrega_completo ?? null} />}
        </DrawnOn>
      ),
    },
    {
      id: 'history',
      title: texts.sections.history,
      summary: values.observacao || values.historico,
      fields: ['observacao', 'historico'],
      startsOpen: false,
      content: <DrawnOn on={of(['observacao', 'historico'])}>{() => <HistoryFields form={form} />}</DrawnOn>,
    },
  ]

  return (
    <>
      <DrawnOn on={[header, form.isDirty, values.tipo]}>{() => header(form)}</DrawnOn>
      <RecordForm
        form={form}
        sections={sections}
        isNew={!budget}
        recordName={budget ? nameOf(budget) : newTitleOf(form)}
        saveLabel={texts.save[form.values.tipo]}
        errorTitle={texts.saveFailed}
        cancelTo={listTo}
        save={save}
        onSaved={() => {
          void refreshBudgets(queryClient)
          void navigate(listTo)
        }}
        toValues={(current) => valuesOf(current as Budget)}
        live={
          latest && {
            values: valuesOf(latest.budget),
            version: latest.etag,
            isOwn: latest.isOwn,
            onTaken: () => queryClient.setQueryData(loadBudget(companyId, latest.budget.id).queryKey, latest),
          }
        }
        panel={
          <>
            <DrawnOn on={[values.itens.length === 0, ...of(['total_venda', 'desconto', 'acrescimo'])]}>
              {() => <Adjustments editing={editing} />}
            </DrawnOn>
            <ClientCard companyId={companyId} personId={values.cliente_id} />
          </>
        }
        panelTop={(place) => (place === 'panel' ? <TotalsPanel editing={editing} /> : <TotalsBar editing={editing} />)}
        barActions={barActions}
      />
      <DrawnOn on={[newClient]}>
        {() => (
          <PersonDialog
            opened={newClient !== null}
            initialName={newClient ?? ''}
            onClose={() => setNewClient(null)}
            onSaved={(client) => {
              setNewClient(null)
              queryClient.setQueryData(loadPerson(client.id).queryKey, client)
              form.field('cliente_id').onChange(client.id)
              takeClient(client)
            }}
          />
        )}
      </DrawnOn>
    </>
  )
}

/** Shown like any refused save: what is typed stays. */
function noCompany(): ApiProblem {
  return new ApiProblem({ status: 0, code: 'forbidden', title: texts.saveFailed, detail: texts.noCompanyToSave })
}

function installmentSummary({ form, totals }: BudgetEditing): string {
  const { length } = form.values.parcelas
  const [first] = form.values.parcelas
  return first && length > 0
    ? `${texts.installmentsOf(length)} ${formatMoney(first.valor)}`
    : formatMoney(totals.total_fatura)
}
