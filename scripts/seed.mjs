// Fills an empty Balcão with real-looking data through its API: 2 companies, 300 products and 200 orders between them, 500 people.
//   node scripts/seed.mjs http://127.0.0.1:8080      called by ./run dev --seed
// The same data each time. An installation that has an account already is left as it is.

const server = process.argv[2]
const account = { email: 'dona@exemplo.com.br', password: 'laje de teste 12', full_name: 'Dona da Loja' }

// Made-up data that is the same on every machine (mulberry32).
let state = 2026
function random(below) {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const one = (list) => list[random(list.length)]
const number = (length) => Array.from({ length }, () => random(10)).join('')

/** Body and check digits: weights of CNPJ go from 2 to 9 and begin anew, those of CPF go on to 11. */
function withCheckDigits(body, highest) {
  for (let step = 0; step < 2; step += 1) {
    const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % (highest - 1))), 0)
    body += sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return body
}
const cnpj = () => withCheckDigits(`${number(8)}0001`, 9)
const cpf = () => withCheckDigits(number(9), 11)

let cookie = ''
async function call(method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
const create = async (path, body) => (await call('POST', path, body)).json()

/** Some at a time: quick, and the server stays free for others. */
async function each(count, make) {
  const made = []
  for (let at = 0; at < count; at += 8)
    made.push(...(await Promise.all(Array.from({ length: Math.min(8, count - at) }, (_, more) => make(at + more)))))
  return made
}

const place = { codigo_municipio: '3509502', municipio: 'Campinas', uf: 'SP' }
const streets = ['Rua das Palmeiras', 'Avenida Brasil', 'Rua São José', 'Rua Quinze de Novembro', 'Travessa do Sol']
const districts = ['Centro', 'Jardim Primavera', 'Vila Nova', 'Cambuí', 'Taquaral']
const firstNames = ['Maria', 'João', 'Ana', 'Rafael', 'Gisele', 'Antônio', 'Beatriz', 'Carlos', 'Débora', 'Eduardo']
const lastNames = ['Souza', 'Oliveira', 'Klein', 'Ferreira', 'Almeida', 'Gonçalves', 'Ribeiro', 'Araújo', 'Nakamura']
const goods = [
  ['Laje treliçada', 'M2', '68109100'],
  ['Vigota protendida', 'M', '68109100'],
  ['Bloco de concreto', 'UN', '68101100'],
  ['Telha cerâmica', 'UN', '69051000'],
  ['Argamassa colante', 'UN', '38245000'],
  ['Tela soldada', 'M2', '73142000'],
  ['Cimento', 'UN', '25232910'],
]
const kinds = ['H8', 'H12', 'H16', 'estrutural', '14×19×39', 'reforçada', 'para forro', 'com EPS', '50 kg', 'Q138']

async function fill() {
  const companies = await each(2, (at) =>
    create('/api/companies', {
      razao_social: ['Lajes Horizonte Ltda', 'Depósito Ponte Alta Ltda'][at],
      nome_fantasia: ['Lajes Horizonte', 'Ponte Alta'][at],
      cnpj: cnpj(),
      inscricao_estadual: '110042490114',
      crt: 1,
      cep: '13010001',
      logradouro: streets[at],
      numero: String(100 + at),
      bairro: 'Centro',
      ...place,
    }),
  )
  const people = await each(500, (at) =>
    create('/api/people', {
      pessoa_tipo: at % 5 === 0 ? 2 : 1,
      cpf_cnpj: at % 5 === 0 ? cnpj() : cpf(),
      razao_social:
        at % 5 === 0
          ? `Construtora ${one(lastNames)} ${at} Ltda`
          : `${one(firstNames)} ${one(lastNames)} ${one(lastNames)} ${at}`,
      logradouro: one(streets),
      numero: String(1 + random(2000)),
      bairro: one(districts),
      municipio: place.codigo_municipio,
      uf: place.uf,
      cep: `130${number(5)}`,
      telefone: `199${number(8)}`,
    }),
  )
  for (const { id } of companies) {
    const products = await each(150, (at) => {
      const [name, unit, ncm] = goods[at % goods.length]
      return create(`/api/companies/${id}/products`, {
        prod_cProd: `P${1001 + at}`,
        prod_xProd: `${name} ${one(kinds)} ref. ${at + 1}`,
        prod_NCM: at % 25 === 24 ? null : ncm,
        prod_CFOP: '5102',
        prod_uCOM: unit,
        prod_vUnCOM: `${5 + random(180)}.${number(2)}00`,
        icms_CST: '102',
        pis_CST: '49',
        cofins_CST: '49',
      })
    })
    // Of the last hundred days, so that dashboard and periods show something.
    await each(100, (at) => {
      const day = new Date(Date.now() - at * 86_400_000).toISOString().slice(0, 10)
      return create(`/api/companies/${id}/budgets`, {
        data_orcamento: day,
        ...(at % 3 ? { tipo: 'Pedido', data_venda: day } : { tipo: 'Orçamento', validade: 15 }),
        cliente_id: one(people).id,
        obra: `${one(streets)}, ${1 + random(900)}`,
        itens: Array.from({ length: 1 + random(5) }, () => ({
          composicao_id: one(products).id,
          quantidade: `${1 + random(60)}.0000`,
        })),
      })
    })
  }
}

const answer = await fetch(`${server}/api/auth/sign-up`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(account),
})
if (answer.status === 409) {
  console.error('balcao: the sample data is there already')
} else if (answer.status !== 201 || (await answer.clone().json()).role !== 'admin') {
  console.error(`balcao: no sample data: this Balcão has accounts of its own (${answer.status})`)
} else {
  cookie = answer.headers.getSetCookie()[0].split(';')[0]
  await fill()
}
console.error(`balcao: sign in as ${account.email} with the password '${account.password}'`)
