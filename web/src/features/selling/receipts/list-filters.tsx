import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listSellers, useMay } from '@/api'
import { Button, FilterPeriod, FilterSelect, FilterText, formatInteger, QuickPeriod } from '@/ui'
import type { ListState } from '@/ui'
import { FROM_FIGURES } from './list-filter'
import type { FilterName } from './list-filter'
import { MODELO_CHOICES } from './modelo'
import { PAYMENT_CHOICES } from './payment-names'
import type { Situation } from './queries'
import { texts } from './texts'

const words = texts.filters

const NOBODY: { id: string; nome: string }[] = []

/** What the list can be narrowed by; an operador, who sees only the own receipts, chooses no operador. */
export function ListFilters({ companyId, list }: { companyId: string; list: ListState<Situation, FilterName> }) {
  const may = useMay()
  const mayChoose = may('GET /api/companies/{id}/receipts/export')
  const { data: sellers = NOBODY } = useQuery({ ...listSellers(companyId), enabled: mayChoose })
  return (
    <>
      {FROM_FIGURES.filter((name) => list.filters[name] !== '').map((name) => (
        <Button
          key={name}
          kind="secondary"
          iconAfter={IconX}
          aria-label={words.remove(words.shown[name](list.filters[name]))}
          onClick={() => list.setFilter(name, '')}
        >
          {words.shown[name](list.filters[name])}
        </Button>
      ))}
      <QuickPeriod list={list} />
      <FilterPeriod list={list} from="de" to="ate" label={texts.period} />
      {mayChoose && (
        <FilterSelect
          list={list}
          name="operador"
          label={words.operador}
          all={words.allOperadores}
          choices={sellers.map(({ id, nome }) => ({ value: id, label: nome }))}
        />
      )}
      <FilterSelect list={list} name="modelo" label={words.modelo} all={words.allModelos} choices={MODELO_CHOICES} />
      <FilterSelect list={list} name="tPag" label={words.tPag} all={words.allPayments} choices={PAYMENT_CHOICES} />
      <FilterText
        list={list}
        name="pedido"
        label={words.pedido}
        placeholder={words.pedido}
        parse={(text) =>
          /^[1-9]\d{0,8}$/.test(text.replaceAll('.', '').trim()) ? text.replaceAll('.', '').trim() : null
        }
        format={(value) => (value === '' ? '' : formatInteger(Number(value)))}
      />
    </>
  )
}
