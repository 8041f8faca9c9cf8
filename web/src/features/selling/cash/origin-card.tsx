import type { CashSession } from '@/api'
import { formatInteger, formatTime } from '@/ui'
import classes from './cash.module.css'
import { CASH, kindName, minus } from './kinds'
import { texts } from './texts'

const words = texts.session
type Forma = NonNullable<CashSession['formas']>[number]
type Origin = NonNullable<Forma['origem']>[number]

function originName(kind: Forma['tPag'], { tipo, em, numero }: Origin): string {
  const time = em === null ? '' : formatTime(em)
  switch (tipo) {
    case 'abertura':
      return words.origins.abertura
    case 'venda':
      return kind === CASH ? words.origins.venda : words.origins.vendaOther
    case 'estorno':
      return words.origins.estorno(numero === null ? null : formatInteger(numero))
    case 'devolucao':
      return words.origins.devolucao(numero === null ? null : formatInteger(numero))
    case 'suprimento':
      return words.origins.suprimento(time)
    case 'sangria':
      return words.origins.sangria(time)
  }
}

/** What the expectation of each kind of payment is made of. */
export function OriginCard({ formas }: { formas: readonly Forma[] }) {
  return (
    <section className={classes.card} aria-label={words.origin}>
      <h2>{words.origin}</h2>
      {formas
        .filter(({ origem }) => origem !== null && origem.length > 0)
        .map(({ tPag, esperado, origem }) => (
          <dl key={tPag} className={classes.origin}>
            <div>
              <dt>{kindName(tPag)}</dt>
              <dd>{minus(esperado)}</dd>
            </div>
            {(origem ?? []).map((one, at) => (
              <div key={at}>
                <dt>{originName(tPag, one)}</dt>
                <dd>{minus(one.valor)}</dd>
              </div>
            ))}
          </dl>
        ))}
    </section>
  )
}
