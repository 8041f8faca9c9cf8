// What one cashier did and saw, on the disk before the next step: a witness that no crash of the server reaches.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A nota as an answer showed it. */
export interface Seen {
  id: string
  venda_id: string
  serie: number
  numero: number
  chave: string
  tpEmis: number
  estado: string
  substituida_por: string | null
  version: number
}

/** An id as the database's rows show it. */
export const hexOf = (uuid: string) => uuid.replaceAll('-', '')

export type Entry =
  | { what: 'sale'; venda: string } // about to be sent
  | { what: 'accepted'; venda: string; nota: Seen }
  | { what: 'refused'; venda: string; status: number; code: string }
  | { what: 'seen'; nota: Seen }
  | { what: 'cash'; sessao: string; seq: number; tipo: string; valor: string }
  | { what: 'handed'; numero: number } // the customer left with that paper
  | { what: 'delivered'; entrega: string; item: string; quantidade: string }
  | { what: 'returned'; devolucao: string; nota: string; total: string }
  | { what: 'asked'; action: string; nota: string }
  | { what: 'answered'; action: string; nota: string; status: number; now?: Seen | undefined }

export class Journal {
  readonly file: string
  private readonly descriptor: number
  constructor(file: string) {
    this.file = file
    this.descriptor = openSync(file, 'ax')
  }
  write(entry: Entry): void {
    writeSync(this.descriptor, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.descriptor)
  }
  close(): void {
    closeSync(this.descriptor)
  }
}

export const readJournal = (file: string): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)

export const seenOf = ({ id, venda_id, serie, numero, chave, tpEmis, estado, substituida_por, version }: Seen): Seen => ({
  id,
  venda_id,
  serie,
  numero,
  chave,
  tpEmis,
  estado,
  substituida_por,
  version,
})
