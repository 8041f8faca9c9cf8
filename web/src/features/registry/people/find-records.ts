import { paths } from '@/app/paths'
import { formatCpfCnpj, plainCnpj } from '@/ui'
import type { FindRecords } from '@/ui'
import { findPeople } from './queries'
import { personActions } from './use-person-actions'

/** For Ctrl+K: by name, CPF or CNPJ. */
const find: FindRecords = async (text, { queryClient, may }) => {
  const { ofRow } = personActions(queryClient, may)
  const people = await queryClient.query(findPeople(text))
  return people.map((person) => ({
    id: person.id,
    label: person.razao_social,
    detail: formatCpfCnpj(person.cpf_cnpj),
    name: person.razao_social,
    to: paths.people.edit(person.id),
    isExact: plainCnpj(text) === person.cpf_cnpj,
    actions: ofRow(person),
  }))
}

export default find
