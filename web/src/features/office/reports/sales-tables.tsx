import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RowLink, SalesReport } from '@/api'
import { rowsPath } from '@/app/paths'
import { MEANINGS, signedPercent } from '@/features/office/figures'
import { paymentShortName } from '@/features/selling/receipts'
import { Card, formatDecimal, formatInteger, formatMoney, HelpMark } from '@/ui'
import { clientRows, nameOfClient } from './client-rows'
import { AbcBadge, ReportTable } from './report-table'
import classes from './reports.module.css'
import { percentText, shareText } from './shares'
import { texts } from './texts'

const words = texts.sales
const { columns, tables } = words

const help = (about: keyof typeof MEANINGS) => <HelpMark about={about} text={MEANINGS[about]} />
const money = (value: string | null) => (value === null ? '–' : formatDecimal(value))
const strong = (value: string | null) => <strong className={classes.strong}>{money(value)}</strong>

/** Every section of the report with its exact numbers. */
export function SalesTables({ companyId, data }: { companyId: string; data: SalesReport }) {
  const { base, total, por_produto = [], por_operador = [], por_cliente = [], por_pagamento = [], recebido = [] } = data
  const rows = base === 'notas' ? total.autorizado.linhas : total.pedidos.linhas
  const to = (more: Record<string, string>) => rows && rowsPath(companyId, rows, more)
  const all = data.produtos ?? por_produto.length
  const count = base === 'notas' ? columns.receipts : columns.orders
  const hasBefore = data.comparado !== null
  return (
    <>
      <ReportTable
        title={tables.products}
        note={por_produto.length < all && words.productsOf(por_produto.length, all)}
        rows={por_produto}
        rowId={({ produto }) => produto}
        rowTo={({ produto }) => to({ produto })}
        columns={[
          {
            title: columns.product,
            help: help('Por produto'),
            cell: ({ descricao, codigo }) => (
              <>
                {descricao} <small>{codigo}</small>
              </>
            ),
          },
          {
            title: columns.quantity,
            cell: ({ quantidade, unidade }) =>
              `${formatDecimal(quantidade, 0)}${unidade === null ? '' : ` ${unidade.toLowerCase()}`}`,
          },
          { title: columns.price, cell: ({ preco_medio }) => money(preco_medio) },
          ...(hasBefore
            ? [
                {
                  title: columns.priceChange,
                  help: help('Variação'),
                  cell: ({ preco_variacao }: { preco_variacao: string | null }) =>
                    preco_variacao === null ? '–' : `${signedPercent(preco_variacao)}\u00a0%`,
                },
              ]
            : []),
          { title: columns.value, cell: ({ valor }) => strong(valor) },
          { title: columns.share, cell: ({ parte }) => shareText(parte) },
          { title: columns.abc, help: help('ABC'), cell: ({ abc }) => <AbcBadge name={abc} /> },
          { title: columns.abcQuantity, cell: ({ abc_quantidade }) => <AbcBadge name={abc_quantidade} /> },
        ]}
      />
      <ReportTable
        title={tables.sellers}
        rows={por_operador}
        rowId={({ operador }) => operador ?? '-'}
        rowTo={({ operador }) => (operador === null ? undefined : to({ operador }))}
        columns={[
          { title: columns.seller, cell: ({ nome }) => nome || words.noSeller },
          { title: count, cell: ({ quantidade }) => formatInteger(quantidade) },
          ...(base === 'notas'
            ? [
                { title: columns.returned, help: help('Devolvido'), cell: (row: Seller) => money(row.devolvido) },
                { title: columns.discount, help: help('Desconto'), cell: (row: Seller) => money(row.desconto) },
                { title: columns.discountShare, cell: (row: Seller) => shareText(row.desconto_parte) },
              ]
            : []),
          { title: columns.ticket, help: help('Ticket médio'), cell: ({ ticket_medio }) => money(ticket_medio) },
          { title: base === 'notas' ? columns.revenue : columns.value, cell: ({ faturado }) => strong(faturado) },
          ...(hasBefore ? [{ title: columns.before, cell: ({ anterior }: Seller) => money(anterior) }] : []),
        ]}
      />
      <ReportTable
        title={tables.clients}
        rows={por_cliente}
        rowId={({ cliente }) => cliente}
        rowTo={({ cliente }) => rows && clientRows(companyId, rows, cliente)}
        columns={[
          { title: columns.client, cell: ({ cliente, nome }) => nameOfClient(cliente, nome) },
          { title: count, cell: ({ quantidade }) => formatInteger(quantidade) },
          { title: columns.ticket, help: help('Ticket médio'), cell: ({ ticket_medio }) => money(ticket_medio) },
          { title: columns.value, cell: ({ valor }) => strong(valor) },
          { title: columns.share, cell: ({ parte }) => shareText(parte) },
          ...(hasBefore ? [{ title: columns.before, cell: ({ anterior }: Client) => money(anterior) }] : []),
        ]}
      />
      <div className={classes.pair} data-even>
        <Payments
          title={tables.payments}
          helpAbout="Por forma de pagamento"
          rows={por_pagamento}
          to={(tPag) => to({ tPag })}
        />
        <Payments title={tables.received} helpAbout="Recebido" rows={recebido} />
      </div>
      <div className={classes.pair} data-even>
        <Reasons title={tables.cancelled} rows={data.canceladas ?? []} of={rowsTo(companyId, total.cancelado.linhas)} />
        <Reasons title={tables.returns} rows={data.devolucoes ?? []} of={rowsTo(companyId, total.devolvido.linhas)} />
      </div>
      {data.pedidos && <Orders companyId={companyId} orders={data.pedidos} />}
    </>
  )
}

type Client = NonNullable<SalesReport['por_cliente']>[number]
type Seller = NonNullable<SalesReport['por_operador']>[number]
type Payment = NonNullable<SalesReport['por_pagamento']>[number]
type Reason = NonNullable<SalesReport['canceladas']>[number]

const rowsTo = (companyId: string, rows: RowLink | undefined) => rows && rowsPath(companyId, rows)

type PaymentsProps = {
  title: string
  helpAbout: keyof typeof MEANINGS
  rows: readonly Payment[]
  to?: (tPag: string) => string | undefined
}

function Payments({ title, helpAbout, rows, to }: PaymentsProps) {
  return (
    <ReportTable
      title={title}
      rows={rows}
      rowId={({ tPag }) => tPag}
      {...(to && { rowTo: ({ tPag }: Payment) => to(tPag) })}
      columns={[
        { title: columns.payment, help: help(helpAbout), cell: ({ tPag }) => paymentShortName(tPag) },
        { title: columns.count, cell: ({ quantidade }) => formatInteger(quantidade) },
        { title: columns.value, cell: ({ valor }) => strong(valor) },
        { title: columns.share, cell: ({ parte }) => shareText(parte) },
      ]}
    />
  )
}

/** Why; all of them lead to the rows of all reasons, which say theirs. */
function Reasons({ title, rows, of }: { title: string; rows: readonly Reason[]; of: string | undefined }) {
  return (
    <ReportTable
      title={title}
      rows={rows}
      rowId={({ motivo }) => motivo}
      rowTo={() => of}
      columns={[
        { title: columns.reason, cell: ({ motivo }) => motivo },
        { title: columns.count, cell: ({ quantidade }) => formatInteger(quantidade) },
        { title: columns.value, cell: ({ valor }) => strong(valor) },
      ]}
    />
  )
}

function Orders({ companyId, orders }: { companyId: string; orders: NonNullable<SalesReport['pedidos']> }) {
  const { abertos, vencendo, novos, ganhos, perdidos, dias_ate_pedido, conversao } = orders
  const facts: { label: string; value: string; detail?: string; to?: string | undefined }[] = [
    ...Object.entries({ abertos, vencendo, novos, ganhos, perdidos }).map(([name, { quantidade, valor, linhas }]) => ({
      label: words.orders[name as 'abertos'],
      value: formatMoney(valor),
      detail: name === 'ganhos' ? texts.orders(quantidade) : texts.budgets(quantidade),
      to: rowsTo(companyId, linhas),
    })),
    {
      label: words.orders.days,
      value: dias_ate_pedido === null ? '–' : words.orders.daysOf(percentText(dias_ate_pedido)),
    },
    { label: words.orders.conversion, value: shareText(conversao) },
  ]
  return (
    <Card title={tables.orders}>
      <dl className={classes.facts}>
        {facts.map(({ label, value, detail, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {linked(value, to)}
              {detail && <span>{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const linked = (text: ReactNode, to: string | undefined) => (to ? <Link to={to}>{text} ›</Link> : text)
