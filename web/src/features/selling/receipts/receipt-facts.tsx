import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Receipt } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { Button, decimal, formatCpfCnpj, formatDateTime, formatMoney, toast } from '@/ui'
import { EstadoBadge } from './estado-badge'
import { isCancelled } from './estado'
import { authoriserOf } from './modelo'
import { paymentName } from './payment-names'
import classes from './receipt-page.module.css'
import { texts } from './texts'

const { page } = texts

type FactsProps = { rows: readonly (readonly [string, ReactNode] | false)[]; areAmounts?: boolean }

function Facts({ rows, areAmounts = false }: FactsProps) {
  return (
    <dl className={areAmounts ? `${classes.facts} ${classes.amounts}` : classes.facts}>
      {rows.map((row, at) =>
        row === false ? null : (
          <div key={at}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const isSome = (value: string) => decimal.compare(value, '0') !== 0

/** What was sold for how much, and how it was paid. */
export function ValueCard({ nota, venda }: Pick<Receipt, 'nota' | 'venda'>) {
  const products = venda && decimal.sum(venda.itens.map(({ total }) => total))
  return (
    <section className={classes.card}>
      <div className={classes.value}>
        <h2>{page.value}</h2>
        <strong data-cancelled={isCancelled(nota) || undefined}>{formatMoney(nota.vNF)}</strong>
      </div>
      {venda && products !== null && (
        <Facts
          areAmounts
          rows={[
            [page.products, formatMoney(products)],
            isSome(venda.desconto) && [page.discount, `− ${formatMoney(venda.desconto)}`],
            isSome(venda.acrescimo) && [page.surcharge, formatMoney(venda.acrescimo)],
            isSome(venda.frete) && [page.freight, formatMoney(venda.frete)],
            ...venda.pagamentos.map((payment) => [paymentName(payment), formatMoney(payment.valor)] as const),
            isSome(venda.troco) && [page.change, formatMoney(venda.troco)],
          ]}
        />
      )}
    </section>
  )
}

/** The access key and what SEFAZ answered. */
export function KeyCard({ nota, sefaz_texto }: Pick<Receipt, 'nota' | 'sefaz_texto'>) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(nota.chave)
      toast.success(page.copied)
    } catch {
      toast.info(page.copyFailed, page.copyFailedText)
    }
  }
  return (
    <section className={classes.card}>
      <div className={classes.cardHead}>
        <h2>{page.key}</h2>
        <Button kind="quiet" icon={IconCopy} onClick={() => void copy()}>
          {page.copy}
        </Button>
      </div>
      <p className={classes.key}>
        {nota.chave.match(/.{4}/g)?.map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </p>
      <Facts
        rows={[
          nota.nProt !== null && [page.protocol, nota.nProt],
          nota.dhRecbto !== null && [page.authorisedAt, formatDateTime(nota.dhRecbto)],
          sefaz_texto !== null && [page.answer(authoriserOf(nota)), `${nota.cStat ?? ''} ${sefaz_texto}`.trim()],
          ...nota.alertas.map(({ cMsg, xMsg }) => [page.alert(cMsg), xMsg] as const),
          [page.environment, page.environments[nota.ambiente]],
        ]}
      />
    </section>
  )
}

/** Who bought; nothing when nobody said. */
export function ConsumerCard({ company, receipt: { nota, venda } }: { company: string; receipt: Receipt }) {
  if (nota.nome === null && nota.documento === null) return null
  return (
    <section className={classes.card}>
      <div className={classes.cardHead}>
        <h2>{page.consumer}</h2>
        {venda?.cliente_id && (
          <Link className={classes.link} to={ofCompany(paths.people.edit(venda.cliente_id), company)}>
            {page.openPerson}
          </Link>
        )}
      </div>
      {nota.nome !== null && <p>{nota.nome}</p>}
      {nota.documento !== null && <Facts rows={[[texts.columns.documento, formatCpfCnpj(nota.documento)]]} />}
    </section>
  )
}

type ChainProps = { company: string; before: Receipt | undefined; after: Receipt | undefined }

/** The other receipts of the sale: the one this took the place of, and the one that took its place. */
export function ChainCard({ company, before, after }: ChainProps) {
  if (!before && !after) return null
  const link = ({ nota }: Receipt, label: string) => (
    <li className={classes.chain}>
      <Link className={classes.link} to={ofCompany(paths.receipts.one(nota.id), company)}>
        {label}
      </Link>
      <EstadoBadge estado={nota.estado} />
    </li>
  )
  return (
    <section className={classes.card}>
      <h2>{page.chain}</h2>
      <ul>
        {before && link(before, page.chainBefore(before.nota.numero))}
        {after && link(after, page.chainAfter(after.nota.numero))}
      </ul>
    </section>
  )
}
