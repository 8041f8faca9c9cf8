// The stored documents as somebody else's programs see them: the official schemas by xmllint, the signatures by xmlsec1.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Xml } from './evidence.ts'

const schemas = join(import.meta.dirname, '../nfce/tests/schemas')
const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** What is signed, by the name of its root element. */
const kinds = [
  { root: 'NFe', signed: 'infNFe', schema: 'nfe/nfe_v4.00.xsd', of: (xml: string) => xml.startsWith('<NFe') },
  {
    ...{ root: 'evento', signed: 'infEvento', schema: 'evento/eventoCancNFe_v1.00.xsd' },
    of: (xml: string) => xml.includes('<tpEvento>110111</tpEvento>'),
  },
  {
    ...{ root: 'evento', signed: 'infEvento', schema: 'evento/eventoCancSubst_v1.00.xsd' },
    of: (xml: string) => xml.includes('<tpEvento>110112</tpEvento>'),
  },
  { root: 'inutNFe', signed: 'infInut', schema: 'nfe/inutNFe_v4.00.xsd', of: (xml: string) => xml.startsWith('<inutNFe') },
]

/** Sentences about documents that we signed and that are not valid; `folder` takes them as files. */
export function wrongDocuments(xmls: readonly Xml[], authority: string, folder: string): string[] {
  const wrong: string[] = []
  const signed = xmls
    .filter(({ tipo }) => ['nfe', 'evento', 'inut'].includes(tipo))
    .map(({ bytes }) => Buffer.from(bytes, 'hex').toString('utf8'))
  const known = kinds.map((kind) => ({ kind, documents: signed.filter(kind.of) }))
  const counted = known.reduce((total, { documents }) => total + documents.length, 0)
  if (counted !== signed.length) wrong.push(`${signed.length - counted} signed documents are of no known kind`)
  for (const [at, { kind, documents }] of known.entries()) {
    if (documents.length === 0) continue
    const where = join(folder, `documentos-${at}`)
    mkdirSync(where)
    const files = documents.map((xml, n) => {
      writeFileSync(join(where, `${n}.xml`), xml)
      return join(where, `${n}.xml`)
    })
    const run = (program: string, args: string[], each: string[]) => {
      const { status, stderr, error } = spawnSync(program, [...args, ...each], { encoding: 'utf8', maxBuffer: 1 << 26 })
      if (error) throw error
      if (status !== 0) wrong.push(`${program} on ${kind.root}: ${stderr.split('\n').slice(0, 5).join(' ')}`)
    }
    for (let from = 0; from < files.length; from += 500) {
      const some = files.slice(from, from + 500)
      run('xmllint', ['--nonet', '--noout', '--schema', join(schemas, kind.schema)], some)
      run('xmlsec1', ['--verify', '--id-attr:Id', `${namespace}:${kind.signed}`, '--trusted-pem', authority], some)
    }
  }
  return wrong
}
