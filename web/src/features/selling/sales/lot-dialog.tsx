import { useState } from 'react'
import { Button, DateInput, Dialog, TextInput } from '@/ui'
import { counterKeys } from './counter-keys'
import type { Item } from './sale'
import { texts } from './texts'

type Lot = NonNullable<Item['lote']>
type Props = { item: Item; onChange: (lot: Lot) => void; onClose: () => void }

const { lot: words } = texts
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The lot of a traced product, which its receipt has to name. */
export function LotDialog({ item, onChange, onClose }: Props) {
  const [lot, setLot] = useState<Lot>(item.lote ?? { nLote: '', dFab: '', dVal: '' })
  const [isRefused, setRefused] = useState(false)
  const isComplete = lot.nLote.trim() !== '' && isDay(lot.dFab) && isDay(lot.dVal)
  const submit = () => {
    setRefused(!isComplete)
    if (!isComplete) return false
    onChange({ ...lot, nLote: lot.nLote.trim() })
    onClose()
    return true
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.title}
      subtitle={item.descricao}
      onKeyDownCapture={counterKeys('', submit)}
      foot={<Button onClick={submit}>{words.confirm}</Button>}
    >
      <TextInput
        label={words.nLote}
        maxLength={20}
        data-autofocus
        autoComplete="off"
        error={isRefused && !isComplete ? words.needed : undefined}
        value={lot.nLote}
        onChange={(event) => setLot({ ...lot, nLote: event.currentTarget.value })}
      />
      <DateInput label={words.dFab} value={lot.dFab} onChange={(dFab) => setLot({ ...lot, dFab })} />
      <DateInput label={words.dVal} value={lot.dVal} onChange={(dVal) => setLot({ ...lot, dVal })} />
    </Dialog>
  )
}
