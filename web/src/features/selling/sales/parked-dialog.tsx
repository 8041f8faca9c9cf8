import { useEffect, useRef } from 'react'
import type { ParkedSale } from '@/api'
import { Button, Dialog, formatMoney } from '@/ui'
import classes from './sales.module.css'
import { texts } from './texts'

type Props = { sales: readonly ParkedSale[]; onResume: (sale: ParkedSale) => void; onClose: () => void }

/** The sales that wait under a name; the newest one has the focus. */
export function ParkedDialog({ sales, onResume, onClose }: Props) {
  const newest = useRef<HTMLButtonElement>(null)
  const isEmpty = sales.length === 0
  // The list may come after the dialog.
  useEffect(() => {
    if (!isEmpty) newest.current?.focus()
  }, [isEmpty])
  return (
    <Dialog opened onClose={onClose} title={texts.park.list} size={560}>
      {isEmpty ? (
        <p>{texts.park.none}</p>
      ) : (
        <ul className={classes.parkedList}>
          {sales.map((sale, index) => (
            <li key={sale.id}>
              <span className={classes.parkedName}>
                <strong>{sale.em_espera}</strong>
                <span>
                  {texts.items.count(sale.itens)} · {formatMoney(sale.total)} · {sale.operador}
                </span>
              </span>
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
