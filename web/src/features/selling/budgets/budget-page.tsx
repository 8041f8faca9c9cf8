import { IconCopy, IconFileCheck, IconReceipt, IconTrash, IconTruck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useActiveCompany } from '@/api'
import type { ActiveCompany, Budget } from '@/api'
import { ofCompany as addressIn, paths } from '@/app/paths'
import {
  Button,
  EmptyState,
  formatInteger,
  listAddress,
  Loaded,
  NoCompanyPage,
  Page,
  PageHeader,
  toast,
  useNeighbours,
  useNoteOpened,
} from '@/ui'
import { BudgetForm } from './budget-form'
import { valuesOf } from './budget-values'
import { InvoiceBadge } from './invoice-badge'
import { loadBudget } from './queries'
import type { LoadedBudget } from './queries'
import { texts } from './texts'
import { newTitleOf } from './use-budget'
import type { BudgetForm as Form } from './use-budget'
import { clientOf, nameOf, useBudgetActions } from './use-budget-actions'

/** 'Novo Orçamento' without an id in the address, the budget with one. */
export default function BudgetPage() {
  const { id } = useParams()
  const active = useActiveCompany()
  // The company it was opened in: a switch elsewhere must not take away what is being typed.
  const [company, setCompany] = useState(active)
  if (company === null && active !== null) setCompany(active)
  if (!company) {
    return (
      <NoCompanyPage
        title={id === undefined ? texts.newTitle : texts.editTitle}
        parent={parent()}
        text={texts.noCompanyText}
      />
    )
  }
  const other = active !== null && active.id !== company.id ? company : null
  return id === undefined ? (
    <NewBudget company={company} other={other} />
  ) : (
    <ExistingBudget key={id} id={id} company={company} other={other} />
  )
}

type Props = {
  company: ActiveCompany
  /** The same when another company has become the active one meanwhile. */
  other: ActiveCompany | null
}

function NewBudget({ company, other }: Props) {
  return (
    <Page>
      <BudgetForm
        companyId={company.id}
        loaded={null}
        header={(form) => <PageHeader title={newTitleOf(form)} subtitle={ofCompany(other)} parent={parent()} />}
      />
    </Page>
  )
}

function ExistingBudget({ id, company, other }: Props & { id: string }) {
  const query = useQuery(loadBudget(company.id, id))
  const { data, refetch } = query
  useNoteOpened(
    data && {
      to: addressIn(paths.budgets.edit(id), company.id),
      label: `${nameOf(data.budget)} · ${clientOf(data.budget)}`,
      detail: '',
      companyId: company.id,
    },
  )
  if (data && data.budget.deleted_at === null) return <OpenBudget loaded={data} company={company} other={other} />
  return (
    <Page>
      <PageHeader title={data ? nameOf(data.budget) : texts.editTitle} parent={parent()} />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: listAddress(paths.budgets.list) }}
      >
        {({ budget }) => <InBin budget={budget} companyId={company.id} onRestored={() => void refetch()} />}
      </Loaded>
    </Page>
  )
}

function OpenBudget({ loaded, company, other }: Props & { loaded: LoadedBudget }) {
  const actions = useBudgetActions(company.id)
  const queryClient = useQueryClient()
  const { budget } = loaded
  const neighbours = useNeighbours(paths.budgets.list, paths.budgets.edit(budget.id))
  const { tipo } = budget

  /** What is done to the saved budget would lose what is typed. */
  const ifSaved = (form: Form, run: () => Promise<unknown>) => {
    if (form.isDirty) toast.info(texts.saveFirstTitle, texts.saveFirstForThat)
    else void run()
  }
  const convert = async (form: Form) => {
    const order = await actions.convert(budget)
    if (!order) return
    const values = valuesOf(order.budget)
    form.setValues(values)
    form.rebase(values, order.etag)
    queryClient.setQueryData(loadBudget(company.id, budget.id).queryKey, order)
  }

  return (
    <Page>
      <BudgetForm
        companyId={company.id}
        loaded={loaded}
        header={(form) => (
          <PageHeader
            title={nameOf(budget)}
            subtitle={[ofCompany(other), invoicedBy(budget)].filter(Boolean).join(' · ') || undefined}
            badge={<InvoiceBadge faturado={budget.faturado} />}
            neighbours={neighbours}
            parent={parent()}
            actions={[
              {
                id: 'duplicate',
                label: texts.actions.duplicate,
                icon: IconCopy,
                run: () => ifSaved(form, () => actions.duplicate(budget)),
              },
              tipo === 'Orçamento' && {
                id: 'convert',
                label: texts.actions.convert,
                icon: IconFileCheck,
                run: () => ifSaved(form, () => convert(form)),
              },
              tipo === 'Pedido' && {
                id: 'deliveries',
                label: texts.actions.deliveries,
                icon: IconTruck,
                to: addressIn(paths.budgets.deliveries(budget.id), company.id),
              },
              tipo === 'Pedido' &&
                !budget.faturado && {
                  id: 'invoice',
                  label: texts.actions.invoice,
                  icon: IconReceipt,
                  run: () => ifSaved(form, () => actions.invoice(budget)),
                },
            ]}
          />
        )}
      />
    </Page>
  )
}

function InBin({ budget, companyId, onRestored }: { budget: Budget; companyId: string; onRestored: () => void }) {
  const { change } = useBudgetActions(companyId)
  const run = async () => {
    if (await change('restore', [budget])) onRestored()
  }
  return (
    <EmptyState icon={IconTrash} title={texts.inBinTitle} text={texts.inBinText}>
      <Button onClick={() => void run()}>{texts.changes.restore.label}</Button>
    </EmptyState>
  )
}

const ofCompany = (company: ActiveCompany | null) =>
  company ? texts.ofCompany(company.nome_fantasia ?? company.razao_social) : undefined

function invoicedBy({ faturamento: { percentual, notas } }: Budget): string | undefined {
  if (notas.length === 0) return undefined
  // Whole, and never more than it is.
  const percent = formatInteger(Math.trunc(Number(percentual)))
  return texts.invoicedBy(
    percent,
    notas.map(({ numero }) => formatInteger(numero)),
  )
}

function parent() {
  return { label: texts.title, to: listAddress(paths.budgets.list) }
}
