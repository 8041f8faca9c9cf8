import type { ReceiptSummary } from '@/api'
import { NFCE, NFE } from './modelo'

/** What is printed of a receipt; numbers are the decimals of the document, '' where it has none. */
export type ReceiptDocument = {
  modelo: ReceiptSummary['modelo']
  isTest: boolean
  isOffline: boolean
  issuer: { name: string; cnpj: string; address: string }
  items: {
    code: string
    name: string
    quantity: string
    unit: string
    price: string
    total: string
    discount: string
    charges: string[]
  }[]
  sums: { products: string; discount: string; freight: string; insurance: string; others: string; total: string }
  payments: { tPag: string; xPag: string | null; value: string }[]
  change: string
  consumer: { kind: 'CPF' | 'CNPJ' | 'Id. Estrangeiro'; document: string; name: string; address: string } | null
  number: string
  series: string
  /** With the offset that is printed: '2026-11-20T15:42:08-03:00'. */
  issuedAt: string
  key: string
  lookUpAddress: string
  qrCode: string
  /** Null while SEFAZ has not authorised it. */
  protocol: { number: string; at: string } | null
  /** Of the tax authority, then of the company. */
  messages: string[]
  tributes: string
}

const AUTHORISED = new Set(['100', '120', '150'])

/** The texts of the elements below `parent` on this way of names; namespaces do not matter, there is but one. */
function all(parent: Element | Document, way: string): Element[] {
  return way
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap((each) => [...each.children].filter(({ localName }) => localName === name)),
      [parent instanceof Document ? parent.documentElement : parent],
    )
}

const text = (parent: Element, way: string) => all(parent, way)[0]?.textContent.trim() ?? ''

function addressOf(at: Element | undefined): string {
  if (!at) return ''
  const street = [text(at, 'xLgr'), text(at, 'nro'), text(at, 'xCpl'), text(at, 'xBairro')].filter(Boolean).join(', ')
  const cep = text(at, 'CEP')
  return `${street}, ${text(at, 'xMun')} - ${text(at, 'UF')}${cep && `, CEP ${cep}`}`
}

function consumerOf(info: Element): ReceiptDocument['consumer'] {
  const dest = all(info, 'dest')[0]
  if (!dest) return null
  const [kind, document] = text(dest, 'CPF')
    ? (['CPF', text(dest, 'CPF')] as const)
    : text(dest, 'CNPJ')
      ? (['CNPJ', text(dest, 'CNPJ')] as const)
      : (['Id. Estrangeiro', text(dest, 'idEstrangeiro')] as const)
  return { kind, document, name: text(dest, 'xNome'), address: addressOf(all(dest, 'enderDest')[0]) }
}

/**
 * The content of a document as it is printed: of an NFe by itself, or with its protocol in an nfeProc. Throws when the text is
 * no such document.
 */
export function readDocument(xml: string): ReceiptDocument {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  const root = parsed.documentElement
  const nfe = root.localName === 'NFe' ? root : all(root, 'NFe')[0]
  const info = nfe && all(nfe, 'infNFe')[0]
  if (!info) throw new Error('O XML da nota não pôde ser lido.')
  const protocol = all(root, 'protNFe/infProt')[0]
  const sums = all(info, 'total/ICMSTot')[0] ?? info
  return {
    modelo: text(info, 'ide/mod') === String(NFE) ? NFE : NFCE,
    isTest: text(info, 'ide/tpAmb') === '2',
    isOffline: text(info, 'ide/tpEmis') === '9',
    issuer: {
      name: text(info, 'emit/xNome'),
      cnpj: text(info, 'emit/CNPJ'),
      address: addressOf(all(info, 'emit/enderEmit')[0]),
    },
    items: all(info, 'det/prod').map((prod) => ({
      code: text(prod, 'cProd'),
      name: text(prod, 'xProd'),
      quantity: text(prod, 'qCom'),
      unit: text(prod, 'uCom'),
      price: text(prod, 'vUnCom'),
      total: text(prod, 'vProd'),
      discount: text(prod, 'vDesc'),
      charges: ['vFrete', 'vSeg', 'vOutro'].map((name) => text(prod, name)).filter(Boolean),
    })),
    sums: {
      products: text(sums, 'vProd'),
      discount: text(sums, 'vDesc'),
      freight: text(sums, 'vFrete'),
      insurance: text(sums, 'vSeg'),
      others: text(sums, 'vOutro'),
      total: text(sums, 'vNF'),
    },
    payments: all(info, 'pag/detPag').map((paid) => ({
      tPag: text(paid, 'tPag'),
      xPag: text(paid, 'xPag') || null,
      value: text(paid, 'vPag'),
    })),
    change: text(info, 'pag/vTroco'),
    consumer: consumerOf(info),
    number: text(info, 'ide/nNF'),
    series: text(info, 'ide/serie'),
    issuedAt: text(info, 'ide/dhEmi'),
    key: (info.getAttribute('Id') ?? '').replace(/^NFe/, ''),
    lookUpAddress: text(nfe, 'infNFeSupl/urlChave'),
    qrCode: text(nfe, 'infNFeSupl/qrCode'),
    protocol:
      protocol && AUTHORISED.has(text(protocol, 'cStat'))
        ? { number: text(protocol, 'nProt'), at: text(protocol, 'dhRecbto') }
        : null,
    messages: [
      text(info, 'infAdic/infAdFisco'),
      protocol ? text(protocol, 'xMsg') : '',
      text(info, 'infAdic/infCpl'),
    ].filter(Boolean),
    tributes: text(sums, 'vTotTrib'),
  }
}

/** `20/11/2026 15:42:08`, as the document says it, in its own time zone. */
export function printedMoment(moment: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(moment) ?? []
  return time === undefined ? moment : `${day}/${month}/${year} ${time}`
}
