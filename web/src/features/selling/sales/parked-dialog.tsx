import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ParkedSale } from '@/api'
import { Button, Dialog, formatAgo, formatMoney, IconButton } from '@/ui'
import { counterKeys } from './counter-keys'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = {
  sales: readonly ParkedSale[]
  onResume: (sale: ParkedSale) => void
  onDiscard: (sale: ParkedSale) => void
  onClose: () => void
}

/** The sales that wait under a name; the newest one has the focus. */
export function ParkedDialog({ sales, onResume, onDiscard, onClose }: Props) {
  const newest = useRef<HTMLButtonElement>(null)
  const isEmpty = sales.length === 0
  // The list may come after the dialog.
  useEffect(() => {
    if (!isEmpty) newest.current?.focus()
  }, [isEmpty])
  const leave = () => {
    onClose()
    return true
  }
  return (
    <Dialog opened onClose={onClose} title={texts.park.list} size={560} onKeyDownCapture={counterKeys('F9', leave)}>
      {isEmpty ? (
        <p>{texts.park.none}</p>
      ) : (
        <ul className={classes.parkedList}>
          {sales.map((sale, index) => (
            <li key={sale.id}>
              <span className={classes.parkedName}>
                <strong>{sale.em_espera}</strong>
                <span>
                  {texts.items.count(sale.itens)} · {formatMoney(sale.total)} · {sale.operador} ·{' '}
                  {formatAgo(sale.updated_at)}
                </span>
              </span>
              <IconButton
                label={texts.park.discard}
                of={sale.em_espera}
                icon={IconTrash}
                onClick={() => onDiscard(sale)}
              />
              <Button
                kind="secondary"
                {...(index === 0 && { ref: newest, isFirst: true })}
                onClick={() => onResume(sale)}
              >
                {texts.park.resume}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
