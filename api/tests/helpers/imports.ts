// Imports followed to their end, and spreadsheets made and read without the product's own code.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Caller, Schemas } from './caller.ts'
import * as api from './endpoints.ts'
import { until } from './server.ts'

export type Import = Required<Schemas['Import']>

/** Until nothing goes on with it any more. */
export const settledProducts = (as: Caller, id: string, iid: string) =>
  until(`import ${iid}`, async () => settled((await api.getProductsImport(as, id, iid)).expect(200) as Import), 60_000)
export const settledPeople = (as: Caller, iid: string) =>
  until(`import ${iid}`, async () => settled((await api.getPeopleImport(as, iid)).expect(200) as Import), 60_000)
const settled = (found: Import) => (['lendo', 'aplicando', 'desfazendo'].includes(found.state) ? undefined : found)

/** Uploads, and waits until the file is read. */
export async function readProducts(
  as: Caller,
  id: string,
  raw: Buffer | string,
  options: api.Upload = {},
): Promise<Import> {
  const { id: iid } = (await api.importProducts(as, id, raw, options)).expect(202)
  return settledProducts(as, id, iid)
}
export async function readPeople(as: Caller, raw: Buffer | string, options: api.Upload = {}): Promise<Import> {
  const { id: iid } = (await api.importPeople(as, raw, options)).expect(202)
  return settledPeople(as, iid)
}
export async function applyProducts(as: Caller, id: string, iid: string): Promise<Import> {
  ;(await api.applyProductsImport(as, id, iid)).expect(202)
  return settledProducts(as, id, iid)
}
export async function applyPeople(as: Caller, iid: string): Promise<Import> {
  ;(await api.applyPeopleImport(as, iid)).expect(202)
  return settledPeople(as, iid)
}
export async function undoProducts(as: Caller, id: string, iid: string): Promise<Import> {
  ;(await api.undoProductsImport(as, id, iid)).expect(202)
  return settledProducts(as, id, iid)
}
export async function undoPeople(as: Caller, iid: string): Promise<Import> {
  ;(await api.undoPeopleImport(as, iid)).expect(202)
  return settledPeople(as, iid)
}

/** CSV as a spreadsheet in Brazil saves it. */
export const csv = (rows: string[][]) =>
  '\ufeff' +
  rows
    .map(
      (row) => row.map((cell) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';') + '\r\n',
    )
    .join('')

/** The cells of a CSV made by an export. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const plain = text.replace(/^\ufeff/, '')
  for (let i = 0; i < plain.length; i += 1) {
    const c = plain[i]!
    if (isQuoted && c === '"' && plain[i + 1] === '"') {
      cell += c
      i += 1
    } else if (c === '"') isQuoted = !isQuoted
    else if (!isQuoted && (c === ';' || c === '\n')) {
      rows.at(-1)!.push(cell)
      cell = ''
      if (c === '\n') rows.push([])
    } else if (isQuoted || c !== '\r') cell += c
  }
  rows.pop() // after the last line end
  return rows
}

export function zip(parts: Record<string, string | Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text as string)
    const packed = deflateRawSync(bytes, { level: 9 })
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(name.length, 22)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed)
    const entry = Buffer.alloc(42)
    entry.writeUInt16LE(20, 0)
    about.copy(entry, 2)
    entry.writeUInt32LE(offset, 38)
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(18)
  const count = Object.keys(parts).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** The parts of a package by name, found through its directory. */
export function partsOf(file: Buffer): Record<string, string> {
  const parts: Record<string, string> = {}
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < file.readUInt16LE(end + 10); i += 1) {
    const nameLength = file.readUInt16LE(at + 28)
    const start = file.readUInt32LE(at + 42)
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const bytes = file.subarray(data, data + file.readUInt32LE(at + 20))
    const isPacked = file.readUInt16LE(at + 10) === 8
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    parts[name] = (isPacked ? inflateRawSync(bytes) : bytes).toString('utf8')
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}
export function partOf(file: Buffer, name: string): string {
  const part = partsOf(file)[name]
  if (part === undefined) throw new Error(`no ${name} in the package`)
  return part
}

/** A workbook with one sheet of these rows, as `<row>…</row>`. */
export const workbook = (rows: string) =>
  zip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
export const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
