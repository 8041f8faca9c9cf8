import { IconTrash } from '@tabler/icons-react'
import { Button, decimal, formatDecimal, IconButton } from '@/ui'
import type { Item, Scan } from './sale'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = {
  items: readonly Item[]
  totals: readonly string[]
  scans: readonly Scan[]
  selected: string | undefined
  /** Messages of the server at an item, by its place. */
  problems: readonly (string | undefined)[]
  isNarrow: boolean
  onSelect: (key: string) => void
  onQuantity: (key: string) => void
  onRemove: (key: string) => void
  onLot: (key: string) => void
  onDropScan: (key: string) => void
  /** Looks for the product that a scan means. */
  onFind: (scan: Scan) => void
}

const { items: words, scan: scanWords } = texts

/** The items in the order they were scanned, and under them what is not one yet. */
export function ItemList(props: Props) {
  const { items, scans, isNarrow } = props
  if (items.length + scans.length === 0) return <p className={classes.none}>{words.none}</p>
  return (
    <>
      {items.length > 0 && (isNarrow ? <NarrowItems {...props} /> : <WideItems {...props} />)}
      {scans.map((scan) => (
        <ScanLine key={scan.key} scan={scan} onDrop={props.onDropScan} onFind={props.onFind} />
      ))}
    </>
  )
}

const offOf = ({ desconto }: Item) =>
  decimal.compare(desconto, '0') > 0 ? ` · ${words.off} ${formatDecimal(desconto)}` : ''

function Under({ item, problem, onLot }: { item: Item; problem: string | undefined; onLot: (key: string) => void }) {
  const said = problem ?? (item.pendencia === undefined ? undefined : words.cannot(item.pendencia))
  return (
    <>
      {said !== undefined && <span className={classes.bad}>{said}</span>}
      {item.rastreado && item.lote === null && (
        <Button kind="secondary" onClick={() => onLot(item.key)}>
          {texts.lot.button}
        </Button>
      )}
    </>
  )
}

function WideItems({ items, totals, selected, problems, onSelect, onQuantity, onRemove, onLot }: Props) {
  return (
    <table className={classes.items} aria-label={words.caption}>
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.product}</th>
          <th scope="col" data-right>
            {words.quantity}
          </th>
          <th scope="col">{words.unit}</th>
          <th scope="col" data-right>
            {words.price}
          </th>
          <th scope="col" data-right>
            {words.total}
          </th>
          <th scope="col">
            <span className={classes.title}>{words.remove}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr
            key={item.key}
            aria-current={item.key === selected ? 'true' : undefined}
            onMouseDown={() => onSelect(item.key)}
          >
            <td>{index + 1}</td>
            <td>
              <span className={classes.name}>{item.descricao}</span>
              <span className={classes.code}>
                {item.codigo}
                {offOf(item)}
              </span>
              <Under item={item} problem={problems[index]} onLot={onLot} />
            </td>
            <td data-right>
              <button type="button" tabIndex={-1} className={classes.quantity} onClick={() => onQuantity(item.key)}>
                {formatDecimal(item.quantidade)}
              </button>
            </td>
            <td>{item.unidade.toLowerCase()}</td>
            <td data-right>{formatDecimal(item.valor)}</td>
            <td data-right>
              <strong>{formatDecimal(totals[index] ?? '')}</strong>
            </td>
            <td>
              <IconButton
                label={words.remove}
                of={item.descricao}
                icon={IconTrash}
                onClick={() => onRemove(item.key)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NarrowItems({ items, totals, selected, problems, onQuantity, onRemove, onLot }: Props) {
  return (
    <ul className={classes.narrow} aria-label={words.caption}>
      {items.map((item, index) => (
        <li key={item.key} aria-current={item.key === selected ? 'true' : undefined}>
          <button type="button" className={classes.narrowItem} onClick={() => onQuantity(item.key)}>
            <span className={classes.name}>{item.descricao}</span>
            <span className={classes.code}>
              {formatDecimal(item.quantidade)} {item.unidade.toLowerCase()} × {formatDecimal(item.valor)}
              {offOf(item)}
            </span>
          </button>
          <strong>{formatDecimal(totals[index] ?? '')}</strong>
          <IconButton label={words.remove} of={item.descricao} icon={IconTrash} onClick={() => onRemove(item.key)} />
          <Under item={item} problem={problems[index]} onLot={onLot} />
        </li>
      ))}
    </ul>
  )
}

type ScanLineProps = { scan: Scan; onDrop: (key: string) => void; onFind: (scan: Scan) => void }

function ScanLine({ scan, onDrop, onFind }: ScanLineProps) {
  const { code, quantidade, message, similar } = scan
  const isRefused = message !== undefined && !scan.isName
  return (
    <div className={classes.scan} data-scan data-refused={isRefused || undefined}>
      <span>
        <strong>{code}</strong> × {formatDecimal(quantidade, 0)}
      </span>
      <span role={isRefused ? 'alert' : undefined}>
        {message === undefined ? scanWords.waiting : isRefused ? message : scanWords.which}
      </span>
      {message !== undefined && (similar !== undefined || scan.isName) && (
        <Button kind="quiet" shortcut="↓" onClick={() => onFind(scan)}>
          {scanWords.find}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onDrop(scan.key)}>
        {scanWords.drop}
      </Button>
    </div>
  )
}
