import { IconArrowBackUp, IconFileInvoice, IconFileText, IconMapPin, IconPrinter, IconTruck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { Budget, OrderDelivery } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { EstadoBadge } from '@/features/selling/receipts'
import type { Estado } from '@/features/selling/receipts'
import {
  Button,
  Card,
  EmptyState,
  formatDateTime,
  formatDecimal,
  LinkButton,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  StatusBadge,
  TableCard,
  toast,
} from '@/ui'
import classes from './deliveries.module.css'
import { DeliveryDialog } from './delivery-dialog'
import { hasLeft, leftOf } from './left'
import { printRomaneio } from './print-romaneio'
import { issueRemessa, loadDeliveries, openRomaneio, refreshDeliveries } from './queries'
import { texts } from './texts'
import { UndoDialog } from './undo-dialog'
import { weightOf } from './weights'
import type { UnitWeights } from './weights'

const words = texts.remessa
/** Another nota may take its place. */
const ENDED = new Set(['cancelada', 'abandonada', 'inutilizada', 'denegada'])

/** An order truck by truck: what was ordered, invoiced and delivered, and what is still to deliver. */
export default function DeliveriesPage() {
  const { id = '' } = useParams()
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
  return <OfOrder key={`${company.id} ${id}`} company={company.id} id={id} />
}

function OfOrder({ company, id }: { company: string; id: string }) {
  const query = useQuery(loadDeliveries(company, id))
  if (query.data) return <Known company={company} {...query.data} />
  return (
    <Page>
      <PageHeader title={texts.title} />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: ofCompany(paths.budgets.list, company) }}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

type KnownProps = {
  company: string
  order: Budget
  items: OrderDelivery[]
  weights: UnitWeights
  needsRemessas: boolean
}

function Known({ company, order, items, weights, needsRemessas }: KnownProps) {
  const queryClient = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [undone, setUndone] = useState<OrderDelivery | null>(null)
  const left = order.itens.filter(hasLeft)
  const isOrder = order.tipo === 'Pedido' && order.deleted_at === null
  const print = async (entrega: string) => {
    try {
      if (!(await openRomaneio(company, order.id, entrega))) toast.error(texts.tabBlocked, texts.tabBlockedText)
    } catch (problem) {
      toast.failed(texts.printFailed, problem)
    }
  }
  const printSlip = async (entrega: string) => {
    try {
      const why = await printRomaneio(queryClient, company, order.id, entrega)
      if (why !== null) toast.error(texts.slipFailed, why)
    } catch (problem) {
      toast.failed(texts.slipFailed, problem)
    }
  }
  const issue = async (delivery: Pick<OrderDelivery, 'id' | 'nota_id'>) => {
    try {
      await issueRemessa(company, order.id, delivery)
    } catch (problem) {
      toast.failed(words.failed, problem)
    } finally {
      await refreshDeliveries(queryClient)
    }
  }
  const start = () => setNew(true)
  const isFirst = items.length === 0
  return (
    <Page>
      <PageHeader
        title={texts.of(order.numero_pedido)}
        subtitle={order.nome_cliente ?? texts.noClient}
        parent={{
          label: texts.order(order.numero_pedido),
          to: ofCompany(paths.budgets.edit(order.id), company),
        }}
        actions={[
          isOrder &&
            left.length > 0 && {
              ...{ id: 'deliver', label: texts.dialog.action, icon: IconTruck, isMain: true },
              run: start,
            },
        ]}
        areActionsElsewhere={isFirst}
      />
      <PageBody>
        <div className={classes.stack}>
          {!isOrder && <p>{texts.notAnOrder}</p>}
          {order.itens.length > 0 && <Items order={order} />}
          {isOrder && isFirst && left.length > 0 && (
            <EmptyState icon={IconTruck} title={texts.empty} text={texts.emptyText}>
              <Button icon={IconTruck} onClick={start}>
                {texts.dialog.action}
              </Button>
            </EmptyState>
          )}
          {isOrder && !isFirst && left.length === 0 && (
            <p role="status" className={classes.done}>
              {texts.all}
            </p>
          )}
          {items.toReversed().map((delivery) => (
            <Out
              key={delivery.id}
              delivery={delivery}
              order={order}
              weights={weights}
              remessa={needsRemessas && <Remessa company={company} delivery={delivery} onIssue={issue} />}
              onPrint={() => void print(delivery.id)}
              onPrintSlip={() => void printSlip(delivery.id)}
              onUndo={() => setUndone(delivery)}
            />
          ))}
        </div>
      </PageBody>
      {isNew && (
        <DeliveryDialog
          company={company}
          order={order}
          items={left}
          weights={weights}
          needsRemessas={needsRemessas}
          onIssue={issue}
          onPrint={(entrega) => void print(entrega)}
          onClose={() => setNew(false)}
        />
      )}
      {undone && <UndoDialog company={company} order={order.id} delivery={undone} onClose={() => setUndone(null)} />}
    </Page>
  )
}

function Items({ order: { itens } }: { order: Budget }) {
  const { columns } = texts
  return (
    <TableCard label={texts.items} className={`${classes.items} ${classes.board}`}>
      <thead>
        <tr>
          <th scope="col">{columns.item}</th>
          <th scope="col">{columns.ordered}</th>
          <th scope="col">{columns.invoiced}</th>
          <th scope="col">{columns.delivered}</th>
          <th scope="col">{columns.left}</th>
        </tr>
      </thead>
      <tbody>
        {itens.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <span className={classes.name}>{item.descricao}</span>
              <span className={classes.code}>{item.prod_cProd}</span>
            </th>
            <td>
              {formatDecimal(item.quantidade, 0)} {item.unidade}
            </td>
            <td>{formatDecimal(item.faturada, 0)}</td>
            <td>{formatDecimal(item.entregue, 0)}</td>
            <td data-strong={hasLeft(item) || undefined}>{formatDecimal(leftOf(item), 0)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  )
}

type RemessaProps = {
  company: string
  delivery: OrderDelivery
  onIssue: (delivery: OrderDelivery) => Promise<void>
}

/** The NF-e that goes along with the truck. */
function Remessa({ company, delivery, onIssue }: RemessaProps) {
  const [isIssuing, setIssuing] = useState(false)
  const { ordem, nota_id, nota_numero, nota_estado, desfeita_em } = delivery
  const isMissing = desfeita_em === null && (nota_estado === null || ENDED.has(nota_estado))
  const issue = async () => {
    setIssuing(true)
    await onIssue(delivery)
    setIssuing(false)
  }
  if (nota_id === null && !isMissing) return null
  return (
    <>
      {isMissing && <p>{words.missing}</p>}
      <div className={classes.acts}>
        {nota_id !== null && nota_numero !== null && nota_estado !== null && (
          <>
            <LinkButton kind="secondary" icon={IconFileInvoice} to={ofCompany(paths.receipts.one(nota_id), company)}>
              {words.nota(nota_numero)}
            </LinkButton>
            <EstadoBadge estado={nota_estado as Estado} />
          </>
        )}
        {isMissing && (
          <Button icon={IconFileInvoice} loading={isIssuing} aria-label={words.of(ordem)} onClick={() => void issue()}>
            {nota_id === null ? words.action : words.again}
          </Button>
        )}
      </div>
    </>
  )
}

type OutProps = {
  delivery: OrderDelivery
  order: Budget
  weights: UnitWeights
  /** Of goods that were invoiced for future delivery. */
  remessa: ReactNode
  onPrint: () => void
  onPrintSlip: () => void
  onUndo: () => void
}

/** What left on one truck. */
function Out({ delivery, order, weights, remessa, onPrint, onPrintSlip, onUndo }: OutProps) {
  const mayUndo = useMay()('POST /api/companies/{id}/budgets/{bid}/deliveries/{entrega}/undo')
  const { ordem, endereco, motorista, placa, observacao, desfeita_em, desfeita_motivo } = delivery
  const pairs = [
    [texts.address, endereco],
    [texts.driver, motorista],
    [texts.plate, placa],
    [texts.weight, weightOf(delivery.itens, weights)],
    [texts.note, observacao],
  ] as const
  return (
    <Card title={texts.one(ordem)}>
      <div className={classes.stack}>
        <p className={classes.meta}>
          {texts.by(delivery.usuario, formatDateTime(delivery.created_at))}
          {desfeita_em !== null && (
            <StatusBadge tone="grey" icon={IconArrowBackUp}>
              {texts.undone}
            </StatusBadge>
          )}
        </p>
        {desfeita_em !== null && <p>{texts.undoneWhy(desfeita_motivo ?? '', formatDateTime(desfeita_em))}</p>}
        <ul className={classes.out} data-undone={desfeita_em !== null || undefined}>
          {delivery.itens.map(({ item_id, quantidade }) => {
            const item = order.itens.find(({ id }) => id === item_id)
            return (
              <li key={item_id}>
                <strong>
                  {formatDecimal(quantidade, 0)} {item?.unidade}
                </strong>{' '}
                {item?.descricao ?? texts.goneItem}
              </li>
            )
          })}
        </ul>
        <dl className={classes.facts}>
          {pairs.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {remessa}
        <div className={classes.acts}>
          {desfeita_em === null && (
            <>
              <Button kind="secondary" icon={IconFileText} aria-label={texts.printOf(ordem)} onClick={onPrint}>
                {texts.print}
              </Button>
              <Button kind="secondary" icon={IconPrinter} aria-label={texts.printSlipOf(ordem)} onClick={onPrintSlip}>
                {texts.printSlip}
              </Button>
            </>
          )}
          {endereco && (
            <a
              className={classes.map}
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(endereco)}`}
              target="_blank"
              rel="noreferrer"
            >
              <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
              {texts.map}
            </a>
          )}
          {mayUndo && desfeita_em === null && (
            <Button kind="quiet" icon={IconArrowBackUp} onClick={onUndo}>
              {texts.undo.action}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
