import type { KeyboardEvent } from 'react'
import type { SaleSettings } from '@/api'
import { Select, TextInput } from '@/ui'
import classes from './payment-panel.module.css'
import { BRANDS } from './payment-kinds'
import { texts } from './texts'

/** What a receipt can say about a card payment; null and empty: not said. */
export type CardData = { credenciadora: string | null; tBand: string | null; cAut: string }

export type CardFieldsProps = {
  card: CardData
  acquirers: SaleSettings['credenciadoras']
  onChange: (card: CardData) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

const { payment: words } = texts

export function CardFields({ card, acquirers, onChange, onKeyDown }: CardFieldsProps) {
  return (
    <div className={classes.card}>
      <Select
        label={words.acquirer}
        clearable
        choices={acquirers.map(({ nome, cnpj }) => ({ value: cnpj, label: nome }))}
        value={card.credenciadora}
        onChange={(credenciadora) => onChange({ ...card, credenciadora })}
      />
      <Select
        label={words.brand}
        clearable
        searchable={false}
        choices={BRANDS}
        value={card.tBand}
        onChange={(tBand) => onChange({ ...card, tBand })}
      />
      <TextInput
        label={words.authorisation}
        maxLength={128}
        autoComplete="off"
        value={card.cAut}
        onChange={(event) => onChange({ ...card, cAut: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
