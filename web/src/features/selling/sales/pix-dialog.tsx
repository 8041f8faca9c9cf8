import type { SaleSettings } from '@/api'
import { Button, Dialog, formatMoney, QrCode } from '@/ui'
import { brCode } from './br-code'
import classes from './payment-panel.module.css'
import type { Payment } from './sale'
import { texts } from './texts'

type Props = {
  receiver: NonNullable<SaleSettings['pix']>
  payment: Payment
  onCancel: () => void
  /** The clerk has seen the money at the bank: nothing else can know. */
  onReceived: () => void
}

const { payment: words } = texts

/** What the customer points the telephone at. */
export function PixDialog({ receiver, payment, onCancel, onReceived }: Props) {
  return (
    <Dialog
      opened
      onClose={onCancel}
      title={words.pixTitle(formatMoney(payment.valor))}
      subtitle={receiver.nome}
      foot={
        <>
          <Button kind="secondary" onClick={onCancel}>
            {words.pixCancel}
          </Button>
          <Button isFirst onClick={onReceived}>
            {words.pixReceived}
          </Button>
        </>
      }
    >
      <QrCode label={words.pixCode} text={brCode({ ...receiver, valor: payment.valor, txid: payment.txid ?? '' })} />
      <p className={classes.pixHint}>{words.pixHint}</p>
    </Dialog>
  )
}
