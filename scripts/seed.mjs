// Gives an empty Balcão the made-up shop (reference-data/example-shop.json) and an account to see it with.
//   node scripts/seed.mjs http://127.0.0.1:8080      called by ./run dev --seed
// The same shop that 'Conhecer com dados de exemplo' makes. An installation that has an account already is left as it is.

const server = process.argv[2]
const account = { email: 'dona@exemplo.com.br', password: 'laje de teste 12', full_name: 'Dona da Loja' }
const patience = 120_000

let cookie = ''
async function call(method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function makeShop() {
  const deadline = Date.now() + patience
  let shop = await call('POST', '/api/example-shop')
  while (shop.estado === 'preparando' && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 200))
    shop = await call('GET', '/api/example-shop')
  }
  if (shop.estado !== 'pronta')
    throw new Error(`the made-up shop is ${shop.estado}: ${shop.erro ?? 'it takes too long'}`)
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
  await makeShop()
}
console.error(`balcao: sign in as ${account.email} with the password '${account.password}'`)
