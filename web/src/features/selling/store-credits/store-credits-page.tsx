import {
  IconCalendarOff,
  IconCheck,
  IconCircleDot,
  IconExternalLink,
  IconPrinter,
  IconTicket,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useActiveCompany } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  DataTable,
  EmptyState,
  formatDay,
  formatDecimal,
  formatMoment,
  NoCompanyPage,
  Page,
  PageHeader,
  StatusBadge,
  toast,
  useRecordList,
} from '@/ui'
import type { Column, Tone } from '@/ui'
import { codeText } from './code'
import { printVoucher } from './print-voucher'
import { countCredits, listCredits, TABS } from './queries'
import type { CreditRow } from './queries'
import classes from './store-credits.module.css'
import { texts } from './texts'

/** What customers may still buy for, by the codes they have on paper: a gerente's. */
export default function StoreCreditsPage() {
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfCompany key={company.id} company={company.id} />
}

const LOOKS: Readonly<Record<CreditRow['situacao'], { tone: Tone; icon: Icon }>> = {
  aberto: { tone: 'green', icon: IconCheck },
  usado: { tone: 'grey', icon: IconCircleDot },
  vencido: { tone: 'amber', icon: IconCalendarOff },
}

function Standing({ situacao }: Pick<CreditRow, 'situacao'>) {
  return <StatusBadge {...LOOKS[situacao]}>{texts.standing[situacao]}</StatusBadge>
}

function OfCompany({ company }: { company: string }) {
  const queryClient = useQueryClient()
  const { table } = useRecordList({
    name: 'creditos',
    texts,
    defaultSort: '-created_at',
    sortable: [],
    tabs: TABS,
    filters: {},
    read: ({ tab = 'todos', search, page }) => listCredits(company, { tab, search }, page),
    counts: () => countCredits(company),
  })
  const print = async (credit: CreditRow) => {
    try {
      const why = await printVoucher(queryClient, company, credit)
      if (why !== null) toast.error(texts.printFailed, why)
    } catch (problem) {
      toast.failed(texts.printFailed, problem)
    }
  }
  return (
    <Page>
      <PageHeader title={texts.title} parent={{ label: 'Notas', to: ofCompany(paths.receipts.list, company) }} />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={({ codigo }) => texts.of(codeText(codigo))}
        rowTo={({ devolucao_id }) => paths.returns.one(devolucao_id)}
        phoneRow={(row) => ({
          title: <strong className={classes.code}>{codeText(row.codigo)}</strong>,
          detail: `${texts.columns.validade} ${formatDay(row.validade)}`,
          aside: formatDecimal(row.saldo),
          asideDetail: <Standing {...row} />,
        })}
        actions={(row) => [
          { id: 'print', label: texts.print, icon: IconPrinter, isInRow: true, run: () => void print(row) },
          {
            ...{ id: 'see', label: texts.see, icon: IconExternalLink },
            to: ofCompany(paths.returns.one(row.devolucao_id), company),
          },
        ]}
        actionsWidth="104px"
        empty={<EmptyState icon={IconTicket} title={texts.emptyTitle} text={texts.emptyText} />}
      />
    </Page>
  )
}

const { columns } = texts
const COLUMNS: Column<CreditRow>[] = [
  {
    id: 'codigo',
    title: columns.codigo,
    isName: true,
    cell: ({ codigo }) => <strong className={classes.code}>{codeText(codigo)}</strong>,
  },
  {
    id: 'created_at',
    title: columns.created_at,
    width: '132px',
    leaves: 1,
    cell: ({ created_at }) => formatMoment(created_at),
  },
  { id: 'validade', title: columns.validade, width: '116px', cell: ({ validade }) => formatDay(validade) },
  { id: 'situacao', title: columns.situacao, width: '116px', cell: (row) => <Standing {...row} /> },
  {
    id: 'valor',
    title: columns.valor,
    width: '132px',
    align: 'right',
    leaves: 2,
    cell: ({ valor }) => formatDecimal(valor),
  },
  { id: 'saldo', title: columns.saldo, width: '132px', align: 'right', cell: ({ saldo }) => formatDecimal(saldo) },
]
