import type { ProposedChange } from '@/api'
import { formatDecimal, formatMoney, TableCard } from '@/ui'
import type { Reason } from './changes'
import { labelOf, FIELDS } from './product-fields'
import type { ProductFieldName } from './product-fields'
import { texts } from './texts'
import classes from './values-dialog.module.css'

const words = texts.changing

type Props = { proposed: readonly ProposedChange[]; reason: Exclude<Reason, 'desfazer'> }

/** Who cannot drag a scroll bar scrolls with the arrows, and so has to be able to get there. */
const SCROLLS = { tabIndex: 0, role: 'region', 'aria-label': words.preview } as const

/** Old and new of each product; those that stay as they are say so. */
export function ChangesTable({ proposed, reason }: Props) {
  const same = proposed.filter(({ depois }) => Object.keys(depois).length === 0).length
  return (
    <>
      <p className={classes.hint} role="status">
        {words.summary(proposed.length - same, same)}
        {reason === 'perfil_fiscal' && ` ${words.readyAfter(proposed.filter(isReady).length)}`}
      </p>
      <div className={classes.rows} {...SCROLLS}>
        <TableCard label={words.preview}>
          <thead>
            <tr>
              <th scope="col">{words.product}</th>
              <th scope="col" data-align={reason === 'precos' ? 'right' : undefined}>
                {words.before}
              </th>
              <th scope="col" data-align={reason === 'precos' ? 'right' : undefined}>
                {words.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {proposed.map((item) => (
              <tr key={item.id}>
                <td className={classes.product}>
                  {item.prod_xProd}
                  <span className={classes.code}>{item.prod_cProd}</span>
                </td>
                {reason === 'precos' ? <Prices item={item} /> : <Taxes item={item} />}
              </tr>
            ))}
          </tbody>
        </TableCard>
      </div>
    </>
  )
}

const isReady = ({ pendencias_depois }: ProposedChange) => pendencias_depois.length === 0

function Prices({ item: { antes, depois } }: { item: ProposedChange }) {
  const isSame = depois.prod_vUnCOM === undefined
  return (
    <>
      <td data-align="right">{isSame ? '' : formatMoney(antes.prod_vUnCOM ?? null) || words.none}</td>
      <td data-align="right">{isSame ? words.same : formatMoney(depois.prod_vUnCOM ?? null) || words.none}</td>
    </>
  )
}

/** Only the fields that get another value, and what the product would lack. */
function Taxes({ item }: { item: ProposedChange }) {
  const names = Object.keys(item.depois)
  const state = (pendencies: ProposedChange['pendencias_antes']) => {
    const [first, ...others] = pendencies
    return first ? words.lacking(first.mensagem, others.length) : texts.ready
  }
  return (
    <>
      <td className={classes.values}>
        <span className={classes.state}>{state(item.pendencias_antes)}</span>
        {names.map((name) => (
          <span key={name}>{shown(name, item.antes)}</span>
        ))}
      </td>
      <td className={classes.values}>
        <span className={classes.state}>{state(item.pendencias_depois)}</span>
        {names.length === 0 ? words.same : names.map((name) => <span key={name}>{shown(name, item.depois)}</span>)}
      </td>
    </>
  )
}

function shown(name: string, values: object): string {
  const value = (values as Record<string, string | number | null | undefined>)[name] ?? ''
  const isNumber = name in FIELDS && FIELDS[name as ProductFieldName].control.kind === 'decimal'
  const text = isNumber ? formatDecimal(String(value)) : String(value)
  // The same field holds a CSOSN, of three digits, or a CST.
  const label = name === 'icms_CST' && text.length === 3 ? texts.csosn : labelOf(name)
  return `${label}: ${text || words.empty}`
}
