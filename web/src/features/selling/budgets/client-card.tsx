import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Card, formatCpfCnpj, formatDay, formatPhone } from '@/ui'
import classes from './budget-form.module.css'
import { cityOf, lastOrderOf, loadPerson } from './queries'
import { texts } from './texts'

/** Who the client is and when they last bought. */
export const ClientCard = memo(function ClientCard({ companyId, personId }: { companyId: string; personId: string }) {
  const { data: person, error } = useQuery(loadPerson(personId))
  const { data: lastOrder } = useQuery({ ...lastOrderOf(companyId, personId), enabled: personId !== '' })
  return (
    <Card title={texts.client}>
      {personId === '' ? (
        <p className={classes.note}>{texts.chooseClient}</p>
      ) : error && !person ? (
        <p className={classes.note}>{texts.clientLoadFailed}</p>
      ) : !person ? (
        <p className={classes.note}>{texts.loadingClient}</p>
      ) : (
        <dl className={classes.facts}>
          <Fact label={person.pessoa_tipo === 2 ? 'CNPJ' : 'CPF'} value={formatCpfCnpj(person.cpf_cnpj)} />
          <Fact label={texts.clientCard.contato} value={person.contato} />
          <Fact label={texts.clientCard.telefone} value={formatPhone(person.telefone ?? '')} />
          <Fact label={texts.clientCard.email} value={person.email} />
          <Fact label={texts.clientCard.cidade} value={cityOf(person)} />
          {lastOrder !== undefined && (
            <Fact
              label={texts.clientCard.lastOrder}
              value={lastOrder ? formatDay(lastOrder.data_venda ?? lastOrder.data_orcamento) : texts.noOrder}
            />
          )}
        </dl>
      )}
    </Card>
  )
})

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
