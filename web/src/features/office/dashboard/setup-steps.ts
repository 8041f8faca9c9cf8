import type { IssuingReadiness } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { addressOf } from '@/features/office/readiness'
import { texts } from './texts'

export type SetupStep = {
  name: keyof typeof texts.steps
  isDone: boolean
  /** What is still missing, or what the step is. */
  text: string
  /** Where the step is taken. */
  to: string
}

/** Rows of readiness without which no receipt can be tried; the others are for produção. */
const ROWS = ['empresa', 'certificado', 'csc', 'produtos'] as const

/** The way to the first receipt, the last step. */
export function setupSteps(company: string, { itens }: IssuingReadiness): SetupStep[] {
  const rows = ROWS.flatMap((name): SetupStep[] => {
    const row = itens.find(({ chave }) => chave === name)
    if (!row?.acao) return []
    return [{ name, isDone: row.situacao !== 'falta', text: row.texto, to: addressOf(row.acao, company) }]
  })
  return [...rows, { name: 'nota', isDone: false, text: texts.steps.nota.text, to: ofCompany(paths.sale, company) }]
}
