import type { ReactNode } from 'react'
import type { Dashboard } from '@/api'
import { decimal, formatDecimal, formatInteger, formatMoney } from '@/ui'
import classes from './metrics.module.css'
import { monthName } from './months'
import { texts } from './texts'

/** The four figures of the current month in one ruled strip. */
export function Metrics({ data }: { data: Required<Dashboard> }) {
  const { metrics } = texts
  const before = monthName(data.meses.at(-2)?.mes ?? data.mes)
  return (
    <dl className={classes.strip}>
      <Metric label={metrics.revenue} detail={metrics.orders(data.pedidos)}>
        <Money value={data.faturamento} />
      </Metric>
      <Metric
        label={metrics.growth}
        detail={
          data.crescimento === null
            ? metrics.nothingBefore(before)
            : metrics.before(formatMoney(data.faturamento_anterior), before)
        }
      >
        {data.crescimento === null ? (
          metrics.none
        ) : (
          <>
            {signed(data.crescimento)}
            <span className={classes.unit}>%</span>
          </>
        )}
      </Metric>
      <Metric label={metrics.customers} detail={metrics.customersDetail}>
        {formatInteger(data.clientes)}
      </Metric>
      <Metric label={metrics.ticket} detail={data.ticket_medio === null ? metrics.noOrders : metrics.ticketDetail}>
        {data.ticket_medio === null ? metrics.none : <Money value={data.ticket_medio} />}
      </Metric>
    </dl>
  )
}

function Metric({ label, detail, children }: { label: string; detail: string; children: ReactNode }) {
  return (
    <div className={classes.metric}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{children}</span>
        <span className={classes.detail}>{detail}</span>
      </dd>
    </div>
  )
}

function Money({ value }: { value: string }) {
  return (
    <>
      <span className={classes.currency}>R$&nbsp;</span>
      {formatDecimal(value)}
    </>
  )
}

/** '+8,4', '-3,0', '0,0' */
function signed(percent: string): string {
  const text = formatDecimal(percent, 1, 1)
  return decimal.compare(percent, '0') > 0 ? `+${text}` : text
}
