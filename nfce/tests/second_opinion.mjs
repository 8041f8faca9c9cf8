// A second implementation of key, item taxes and totals of an NF-e or NFC-e, written from the manual and not from the
// library: `node second_opinion.mjs FILE…` prints one line for each difference and ends with 1 when there is any.
import { readFileSync } from 'node:fs'

/** A tree of the XML's elements; the documents have neither comments nor CDATA. */
function parse(xml) {
  const root = { name: '', children: [], text: '' }
  const stack = [root]
  for (const [, close, name, attributes, empty, text] of xml.matchAll(
    /<(\/?)([A-Za-z0-9]+)([^>]*?)(\/?)>|([^<]+)/g
  )) {
    const top = stack.at(-1)
    if (text !== undefined) top.text += text
    else if (close) stack.pop()
    else {
      const id = /\bId="([^"]*)"/.exec(attributes)?.[1]
      const element = { name, id, children: [], text: '' }
      top.children.push(element)
      if (!empty) stack.push(element)
    }
  }
  return root.children[0]
}

const child = (element, name) => element?.children.find((each) => each.name === name)
const at = (element, ...names) => names.reduce(child, element)
const text = (element, ...names) => at(element, ...names)?.text ?? ''

/** Decimals as [value, scale] in BigInt, so that no float rounds. */
const decimal = (written) => {
  const [whole, fraction = ''] = (written || '0').split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}
const cents = (written) => {
  const { value, scale } = decimal(written)
  return scale <= 2 ? value * 10n ** BigInt(2 - scale) : half_up(value, scale - 2)
}
function half_up(value, places) {
  const divisor = 10n ** BigInt(places)
  return (value * 2n + divisor) / (2n * divisor)
}
/** round(a · b · … / 10^extra) in cents */
const product = (extra, ...factors) => {
  const numbers = factors.map(decimal)
  const value = numbers.reduce((all, each) => all * each.value, 1n)
  const scale = numbers.reduce((all, each) => all + each.scale, extra)
  return scale <= 2 ? value * 10n ** BigInt(2 - scale) : half_up(value, scale - 2)
}
const percent_of = (base, rate) => product(2, base, rate)

function key_digit(first43) {
  let sum = 0
  for (let i = 0; i < 43; i++) sum += (first43.charCodeAt(42 - i) - 48) * (2 + (i % 8))
  const rest = sum % 11
  return rest < 2 ? '0' : String(11 - rest)
}

function judge(nfe, report) {
  const body = child(nfe, 'infNFe')
  const ide = child(body, 'ide')
  const field = (name, width) => text(ide, name).padStart(width, '0')
  const date = text(ide, 'dhEmi')
  const first =
    field('cUF', 2) + date.slice(2, 4) + date.slice(5, 7) + text(body, 'emit', 'CNPJ') + field('mod', 2) +
    field('serie', 3) + field('nNF', 9) + field('tpEmis', 1) + field('cNF', 8)
  const same = (name, want, has) => {
    if (want !== has) report(`${name}: ${has} instead of ${want}`)
  }
  same('key', `NFe${first}${key_digit(first)}`, body.id)

  const sums = {}
  const add = (name, amount) => (sums[name] = (sums[name] ?? 0n) + amount)
  let deducted = 0n
  for (const det of body.children.filter((each) => each.name === 'det')) {
    const prod = child(det, 'prod')
    const taxes = child(det, 'imposto')
    same('vProd of the item', product(0, text(prod, 'qCom'), text(prod, 'vUnCom')), cents(text(prod, 'vProd')))
    for (const name of ['vProd', 'vFrete', 'vSeg', 'vDesc', 'vOutro']) add(name, cents(text(prod, name)))
    const value =
      cents(text(prod, 'vProd')) + cents(text(prod, 'vFrete')) + cents(text(prod, 'vSeg')) +
      cents(text(prod, 'vOutro')) - cents(text(prod, 'vDesc'))

    const icms = child(taxes, 'ICMS').children[0]
    const of = (name) => text(icms, name)
    if (of('pICMS') && of('vBC')) {
      const whole = percent_of(of('vBC'), of('pICMS'))
      const due = of('pDif') ? whole - percent_of(of('vICMSOp'), of('pDif')) : whole
      same('vICMS of the item', due, cents(of('vICMS')))
    }
    if (of('pFCP')) same('vFCP of the item', percent_of(of('vBCFCP') || of('vBC'), of('pFCP')), cents(of('vFCP')))
    add('vBC', of('vICMS') ? cents(of('vBC')) : 0n)
    for (const name of ['vICMS', 'vICMSDeson', 'vFCP', 'vBCST', 'vFCPST', 'vFCPSTRet']) add(name, cents(of(name)))
    add('vST', cents(of('vICMSST')))
    const relief = of('indDeduzDeson') === '1' ? cents(of('vICMSDeson')) : 0n
    deducted += relief

    const ipi = at(taxes, 'IPI', 'IPITrib')
    if (ipi) {
      const due = text(ipi, 'pIPI')
        ? percent_of(text(ipi, 'vBC'), text(ipi, 'pIPI'))
        : product(0, text(ipi, 'qUnid'), text(ipi, 'vUnid'))
      same('vIPI of the item', due, cents(text(ipi, 'vIPI')))
    }
    const vIPI = cents(text(ipi, 'vIPI'))
    const vIPIDevol = cents(text(det, 'impostoDevol', 'IPI', 'vIPIDevol'))
    add('vIPI', vIPI)
    add('vIPIDevol', vIPIDevol)
    const dest = child(taxes, 'ICMSUFDest')
    if (dest) {
      const [inside, between] = [decimal(text(dest, 'pICMSUFDest')), decimal(text(dest, 'pICMSInter'))]
      const difference = inside.value * 10n ** BigInt(4 - inside.scale) - between.value * 10n ** BigInt(4 - between.scale)
      same('vICMSUFDest of the item',
        half_up(cents(text(dest, 'vBCUFDest')) * (difference > 0n ? difference : 0n), 6), cents(text(dest, 'vICMSUFDest')))
      for (const name of ['vFCPUFDest', 'vICMSUFDest', 'vICMSUFRemet']) add(name, cents(text(dest, name)))
    }
    for (const [tax, amount] of [['PIS', 'vPIS'], ['COFINS', 'vCOFINS']]) add(amount, cents(text(child(taxes, tax)?.children[0], amount)))
    const ibscbs = at(taxes, 'IBSCBS', 'gIBSCBS')
    if (ibscbs) {
      const base =
        value - cents(of('vICMS')) - cents(of('vFCP')) - cents(text(dest, 'vICMSUFDest')) - cents(text(dest, 'vFCPUFDest')) -
        cents(text(child(taxes, 'PIS')?.children[0], 'vPIS')) - cents(text(child(taxes, 'COFINS')?.children[0], 'vCOFINS'))
      same('vBC of IBS and CBS', base, cents(text(ibscbs, 'vBC')))
      for (const [group, rate, amount] of [['gIBSUF', 'pIBSUF', 'vIBSUF'], ['gIBSMun', 'pIBSMun', 'vIBSMun'], ['gCBS', 'pCBS', 'vCBS']]) {
        const part = child(ibscbs, group)
        const effective = text(part, 'gRed', 'pAliqEfet') || text(part, rate)
        same(amount, percent_of(text(ibscbs, 'vBC'), effective), cents(text(part, amount)))
        add(amount, cents(text(part, amount)))
      }
    }
    if (child(det, 'vItem')) {
      const want = value + cents(of('vICMSST')) + cents(of('vFCPST')) - relief + vIPI + vIPIDevol
      same('vItem', want, cents(text(det, 'vItem')))
      add('vNFTot', want)
    }
  }
  const total = child(body, 'total')
  const icmsTot = child(total, 'ICMSTot')
  for (const name of ['vBC', 'vICMS', 'vICMSDeson', 'vFCP', 'vBCST', 'vST', 'vFCPST', 'vFCPSTRet', 'vFCPUFDest', 'vICMSUFDest',
    'vICMSUFRemet', 'vProd', 'vFrete', 'vSeg', 'vDesc', 'vIPI', 'vIPIDevol', 'vPIS', 'vCOFINS', 'vOutro'])
    same(`total ${name}`, sums[name] ?? 0n, cents(text(icmsTot, name)))
  same('vNF',
    sums.vProd - sums.vDesc - deducted + sums.vST + sums.vFCPST + sums.vFrete + sums.vSeg + sums.vOutro + sums.vIPI + sums.vIPIDevol,
    cents(text(icmsTot, 'vNF')))
  const rtc = child(total, 'IBSCBSTot')
  if (rtc) {
    same('total vIBSUF', sums.vIBSUF ?? 0n, cents(text(rtc, 'gIBS', 'gIBSUF', 'vIBSUF')))
    same('total vCBS', sums.vCBS ?? 0n, cents(text(rtc, 'gCBS', 'vCBS')))
    same('vNFTot', sums.vNFTot ?? 0n, cents(text(total, 'vNFTot')))
  }
}

let differences = 0
for (const file of process.argv.slice(2)) {
  judge(parse(readFileSync(file, 'utf8')), (line) => {
    differences++
    console.log(`${file}: ${line}`)
  })
}
process.exitCode = differences === 0 ? 0 : 1
