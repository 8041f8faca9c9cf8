// The table of IBPT as it comes: by UF in its name, with a validity, one row for each NCM.

const HEADING =
  'codigo;ex;tipo;descricao;nacionalfederal;importadosfederal;estadual;municipal;vigenciainicio;vigenciafim;chave;versao;fonte'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('/')
const DAY = 86_400_000

/** Begin and end in days from now. */
export const validity = (from = -30, to = 60): [string, string] => [
  dayOf(Date.now() + from * DAY),
  dayOf(Date.now() + to * DAY),
]

/** `rows`: `codigo;ex;tipo;descricao;nacional;importado;estadual;municipal`. */
export function ibptTable(rows: string[], [from, to] = validity()): string {
  return [HEADING, ...rows.map((row) => `${row};${from};${to};42CA5A;26.2.B;IBPT/empresometro.com.br`), ''].join('\r\n')
}

/** Of the goods that tests sell. */
export const laje = '68109100;;0;"Elementos pré-fabricados; lajes";10.00;20.00;18.00;0.00'
export const tableName = (uf = 'SP') => `TabelaIBPTax${uf}26.2.B.csv`
