import {
  IconArrowBackUp,
  IconDownload,
  IconFileZip,
  IconHash,
  IconReceipt,
  IconShoppingCart,
} from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { ReceiptSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { SavedFilters } from '@/features/accounts/saved-filters'
import {
  ActionButton,
  DataTable,
  decimal,
  EmptyState,
  exportWays,
  formatCpfCnpj,
  formatInteger,
  formatMoment,
  formatMoney,
  NoCompanyPage,
  Page,
  PageHeader,
  useNow,
  useRecordList,
} from '@/ui'
import type { Column, RowNote, ScreenAction, StatusTab } from '@/ui'
import { useReceiptDeeds } from './deeds'
import { isCancelled, isRefused } from './estado'
import { phraseOf } from './estado-looks'
import { EstadoBadge } from './estado-badge'
import { filterFrom, FILTERS } from './list-filter'
import { ListFilters } from './list-filters'
import { fitsRoll } from './modelo'
import { ModeloBadge } from './modelo-badge'
import { paymentShortName } from './payment-names'
import { countReceipts, countSituations, exportReceipts, listReceipts, loadReceipt, SITUATIONS } from './queries'
import type { Situation } from './queries'
import classes from './receipts-page.module.css'
import { texts } from './texts'
import { whereToCorrect } from './where-to-correct'
import { XmlMonthDialog } from './xml-month-dialog'

/** The time at which a deadline that is shown may have passed. */
const CLOCK_MS = 30_000

export default function ReceiptsPage() {
  const company = useActiveCompany()
  if (company) return <CompanyReceipts key={company.id} companyId={company.id} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

const nameOf = ({ nome, documento }: ReceiptSummary) =>
  nome ?? (documento === null ? texts.anonymous : formatCpfCnpj(documento))

/** Of a tab that is not chosen: what is rare takes no place while there is none; another screen leads to the last. */
const isShown = ({ id, count }: StatusTab<Situation>) => id !== 'pendentes' && (id !== 'com_alerta' || Boolean(count))

function CompanyReceipts({ companyId }: { companyId: string }) {
  const deeds = useReceiptDeeds(companyId)
  const now = useNow(CLOCK_MS)
  const may = useMay()
  const [isMonthOpen, setMonthOpen] = useState(false)
  const { list, table } = useRecordList({
    name: 'notas',
    texts,
    defaultSort: '-dhEmi',
    sortable: [],
    tabs: SITUATIONS,
    filters: FILTERS,
    read: (state) => listReceipts(companyId, filterFrom(state), state),
    counts: (state) => countSituations(companyId, filterFrom(state)),
  })
  const { data: sums } = useQuery(countReceipts(companyId, filterFrom(list)))

  const rows = table.page?.items ?? []
  const numbers = new Map(rows.map(({ id, numero }) => [id, texts.short(numero)]))
  const refused = rows.filter(isRefused)
  const details = useQueries({ queries: refused.map(({ id }) => loadReceipt(companyId, id)) })
  const receiptOf = ({ id }: ReceiptSummary) => details[refused.findIndex((each) => each.id === id)]?.data
  const mayRetry = (nota: ReceiptSummary) => receiptOf(nota)?.acoes.some(({ acao }) => acao === 'issue') ?? false

  const noteOf = (nota: ReceiptSummary): RowNote | null => {
    const receipt = receiptOf(nota)
    if (!receipt || receipt.mensagem === null) return null
    const correction = whereToCorrect(receipt, companyId).find(({ needs }) => may(needs))
    return {
      text: receipt.mensagem,
      actions: [
        ...(correction ? [{ ...correction, icon: IconReceipt }] : []),
        ...(mayRetry(nota)
          ? [{ id: 'retry', label: texts.actions.retry, icon: IconReceipt, run: () => void deeds.retry(nota) }]
          : []),
      ],
    }
  }
  const month: ScreenAction = {
    id: 'month',
    label: texts.month.button,
    icon: IconFileZip,
    isSide: true,
    run: () => setMonthOpen(true),
  }
  const returns: ScreenAction = {
    ...{ id: 'returns', label: texts.returns, icon: IconArrowBackUp, isSide: true },
    to: ofCompany(paths.returns.list, companyId),
  }
  const sheet: ScreenAction = {
    id: 'export',
    label: texts.export(sums === undefined ? '…' : formatInteger(sums.total)),
    icon: IconDownload,
    isSide: true,
    isDisabled: !sums?.total,
    ways: exportWays((format) => exportReceipts(companyId, filterFrom(list), format)),
  }
  const sell: ScreenAction = {
    id: 'sell',
    label: texts.sell,
    icon: IconShoppingCart,
    isMain: true,
    to: ofCompany(paths.sale, companyId),
  }
  const money = (nota: ReceiptSummary) => (
    <span data-cancelled={isCancelled(nota) || undefined} className={classes.money}>
      {formatMoney(nota.vNF)}
    </span>
  )
  const phrase = (nota: ReceiptSummary) => phraseOf(nota, (id) => numbers.get(id), now)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={[
          may('GET /api/companies/{id}/returns') && returns,
          may('POST /api/companies/{id}/receipts/xml-month') && month,
          may('GET /api/companies/{id}/receipts/export') && sheet,
          sell,
        ]}
      />
      <DataTable
        {...table}
        tabs={table.tabs.filter((tab) => list.tab === tab.id || isShown(tab))}
        columns={columnsWith(companyId, phrase, money)}
        rowName={texts.one}
        rowTo={({ id }) => paths.receipts.one(id)}
        phoneRow={(nota) => ({
          title: (
            <>
              <strong className={classes.number}>{texts.short(nota.numero)}</strong>{' '}
              {!fitsRoll(nota) && <ModeloBadge {...nota} />} {nameOf(nota)}
            </>
          ),
          detail: (
            <>
              <EstadoBadge estado={nota.estado} /> {phrase(nota).replace(texts.phrases.sends, '')}
            </>
          ),
          aside: money(nota),
          asideDetail: formatMoment(nota.dhEmi),
        })}
        rowNote={noteOf}
        actions={(nota) => deeds.ofRow(nota, mayRetry(nota))}
        actionsWidth="104px"
        bulkActions={deeds.ofSelection}
        tabLink={
          may('GET /api/companies/{id}/numbers')
            ? { label: texts.numbersTab, icon: IconHash, to: ofCompany(paths.receipts.numbers, companyId) }
            : undefined
        }
        filtersWidth={1080}
        savedFilters={<SavedFilters name="notas" list={list} />}
        filters={<ListFilters companyId={companyId} list={list} />}
        totals={sums && <Sums {...sums} />}
        empty={
          <EmptyState icon={IconReceipt} title={texts.emptyTitle} text={texts.emptyText}>
            <ActionButton action={sell} />
          </EmptyState>
        }
      />
      {isMonthOpen && <XmlMonthDialog companyId={companyId} onClose={() => setMonthOpen(false)} />}
    </Page>
  )
}

function columnsWith(
  companyId: string,
  phrase: (nota: ReceiptSummary) => string,
  money: (nota: ReceiptSummary) => React.ReactNode,
): Column<ReceiptSummary>[] {
  const { columns } = texts
  return [
    {
      id: 'numero',
      title: columns.numero,
      width: '84px',
      cell: ({ numero }) => <strong className={classes.number}>{texts.short(numero)}</strong>,
    },
    {
      id: 'modelo',
      title: columns.modelo,
      width: '92px',
      leaves: 3,
      cell: (nota) => <ModeloBadge {...nota} />,
    },
    { id: 'dhEmi', title: columns.dhEmi, width: '116px', leaves: 2, cell: ({ dhEmi }) => formatMoment(dhEmi) },
    { id: 'nome', title: columns.nome, isName: true, cell: nameOf },
    { id: 'estado', title: columns.estado, width: '136px', cell: ({ estado }) => <EstadoBadge estado={estado} /> },
    {
      id: 'andamento',
      title: columns.andamento,
      width: '184px',
      leaves: 1,
      cell: (nota) => <span className={classes.phrase}>{phrase(nota)}</span>,
    },
    { id: 'vNF', title: columns.vNF, width: '132px', align: 'right', cell: money },
    { id: 'serie', title: columns.serie, isOptional: true, width: '72px', cell: ({ serie }) => serie },
    {
      id: 'documento',
      title: columns.documento,
      isOptional: true,
      width: '150px',
      cell: ({ documento }) => documento && formatCpfCnpj(documento),
    },
    { id: 'nProt', title: columns.nProt, isOptional: true, width: '160px', cell: ({ nProt }) => nProt },
    {
      id: 'operador',
      title: columns.operador,
      isOptional: true,
      width: '140px',
      cell: ({ operador }) => operador,
    },
    {
      id: 'pagamentos',
      title: columns.pagamentos,
      isOptional: true,
      width: '150px',
      cell: ({ pagamentos = [] }) => pagamentos.map(paymentShortName).join(', '),
    },
    {
      id: 'pedido',
      title: columns.pedido,
      isOptional: true,
      width: '96px',
      align: 'right',
      cell: ({ pedido, pedido_id }) =>
        pedido != null && pedido_id != null ? (
          <Link to={ofCompany(paths.budgets.edit(pedido_id), companyId)}>{texts.short(pedido)}</Link>
        ) : null,
    },
  ]
}

type SumsProps = {
  autorizado?: string
  cancelado?: string
  por_pagamento?: readonly { tPag: string; notas: number; valor: string }[]
}

/** An operador is told of none. */
function Sums({ autorizado, cancelado, por_pagamento = [] }: SumsProps) {
  if (autorizado === undefined || cancelado === undefined) return null
  return (
    <span className={classes.sums}>
      <span>
        {texts.sums.authorised} <strong>{formatMoney(autorizado)}</strong>
      </span>
      {decimal.compare(cancelado, '0') !== 0 && (
        <span>
          {texts.sums.cancelled}{' '}
          <strong className={classes.money} data-cancelled>
            {formatMoney(cancelado)}
          </strong>
        </span>
      )}
      {por_pagamento.length > 0 && (
        <span className={classes.payments} role="group" aria-label={texts.sums.byPayment}>
          {por_pagamento.map(({ tPag, valor }) => (
            <span key={tPag}>
              {paymentShortName(tPag)} {formatMoney(valor)}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
