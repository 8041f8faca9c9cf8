import type { Choice } from '@/ui'

/** The zones of Brazil by the places people know them by. */
const ZONES: readonly Choice[] = [
  { value: 'America/Sao_Paulo', label: 'Brasília (Sul, Sudeste, DF, GO)' },
  { value: 'America/Bahia', label: 'Bahia' },
  { value: 'America/Fortaleza', label: 'Ceará, Maranhão, Piauí, Paraíba, Rio Grande do Norte' },
  { value: 'America/Recife', label: 'Pernambuco' },
  { value: 'America/Maceio', label: 'Alagoas, Sergipe' },
  { value: 'America/Belem', label: 'Pará, Amapá' },
  { value: 'America/Araguaina', label: 'Tocantins' },
  { value: 'America/Cuiaba', label: 'Mato Grosso' },
  { value: 'America/Campo_Grande', label: 'Mato Grosso do Sul' },
  { value: 'America/Manaus', label: 'Amazonas' },
  { value: 'America/Porto_Velho', label: 'Rondônia' },
  { value: 'America/Boa_Vista', label: 'Roraima' },
  { value: 'America/Santarem', label: 'Pará, oeste' },
  { value: 'America/Eirunepe', label: 'Amazonas, oeste' },
  { value: 'America/Rio_Branco', label: 'Acre' },
  { value: 'America/Noronha', label: 'Fernando de Noronha' },
]

/** The zones to choose from, with the current one even when it is none of Brazil's. */
export function timeZoneChoices(current: string | null): readonly Choice[] {
  if (!current || ZONES.some(({ value }) => value === current)) return ZONES
  return [...ZONES, { value: current, label: current }]
}
