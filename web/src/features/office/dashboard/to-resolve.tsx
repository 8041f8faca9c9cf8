import { IconAlertTriangleFilled, IconClock, IconCloudOff, IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ToResolve } from '@/api'
import { certificatePath, ofCompany, paths, rowsPath, productsPath } from '@/app/paths'
import { formatInteger, StatusBadge } from '@/ui'
import classes from './dashboard-page.module.css'
import { texts } from './texts'

const LOOKS = {
  erro: { tone: 'red', icon: IconAlertTriangleFilled },
  aviso: { tone: 'amber', icon: IconClock },
  info: { tone: 'blue', icon: IconInfoCircle },
} as const

const lookOf = ({ tipo, tom }: ToResolve) =>
  tipo === 'contingencia' ? ({ tone: 'plum', icon: IconCloudOff } as const) : LOOKS[tom]

/** Where it is resolved; undefined: on the server's machine. */
export function resolvedAt({ destino, id, filtros }: ToResolve, companyId: string): string | undefined {
  switch (destino) {
    case 'nota':
      return id === null ? undefined : ofCompany(paths.receipts.one(id), companyId)
    case 'notas':
      return rowsPath(companyId, { lista: 'notas', filtros })
    case 'orcamento':
      return id === null ? undefined : ofCompany(paths.budgets.edit(id), companyId)
    case 'orcamentos':
      return rowsPath(companyId, { lista: 'orcamentos', filtros })
    case 'produtos':
      return productsPath(companyId, filtros.situacao ?? 'com_pendencia')
    case 'certificado':
      return certificatePath(companyId)
    case 'numeros':
      return ofCompany(paths.receipts.numbers, companyId)
    case 'backups':
      return undefined
  }
}

/** What needs somebody, the most urgent first, each with the one thing to do about it. */
export function ToResolveCard({ items, companyId }: { items: readonly ToResolve[]; companyId: string }) {
  return (
    <section className={classes.card} aria-labelledby="to-resolve-title">
      <header className={classes.head}>
        <h2 id="to-resolve-title">
          {texts.toResolve} <span className={classes.count}>{formatInteger(items.length)}</span>
        </h2>
      </header>
      <ul>
        {items.map((item) => {
          const { tone, icon } = lookOf(item)
          const to = resolvedAt(item, companyId)
          return (
            <li key={`${item.tipo} ${item.id ?? item.texto}`} className={classes.item} data-badge>
              <span>
                <StatusBadge tone={tone} icon={icon}>
                  {item.selo}
                </StatusBadge>
              </span>
              <span title={item.texto}>{item.texto}</span>
              {to && (
                <Link className={classes.verb} to={to} aria-label={`${item.acao}: ${item.texto}`}>
                  {item.acao}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
