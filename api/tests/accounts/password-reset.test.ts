// A forgotten password: the link by e-mail, whatever becomes of it and of the mail server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, type Account } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { type Mail, mailPassword, MailServer, mailUser, newToken, tokenIn } from '../helpers/mail.ts'
import { ownServer, runCommand, until } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const post = new MailServer()
beforeAll(() => post.start())
afterAll(() => post.stop())
const server = ownServer({ env: () => ({ ...post.env, BALCAO_TEST_TIME_SCALE: '0.05' }) })
let admin: Account
beforeAll(async () => {
  admin = await account(server, 'admin')
})

const fresh = 'laje e vigota na chuva'
const nobody = () => new Caller(server)
const ask = (address: string) => api.requestPasswordReset(nobody(), address)
const reset = (token: string, chosen = fresh) => api.resetPassword(nobody(), { token, password: chosen })
const signIn = (address: string, typed: string) => api.signIn(nobody(), { email: address, password: typed })
const mailTo = (address: string, count = 1) =>
  until(`${count} e-mails to ${address}`, () => (post.to(address).length >= count ? post.to(address) : undefined))
/** Asks for a link and waits for its e-mail. */
async function linkOf({ email: address }: Account): Promise<Mail> {
  const before = post.to(address).length
  ;(await ask(address)).expect(204)
  return (await mailTo(address, before + 1)).at(-1)!
}
const noLink = async (token: string) => {
  const { detail, errors } = (await reset(token)).problem(422, 'invalid')
  expect(detail).toMatch(/^Este link não vale mais/)
  expect(errors).toBeUndefined()
}

test('the link sets the password once, ends all sessions, and the person is told', async () => {
  const known = await account(server)
  const mail = await linkOf(known)
  expect(mail).toMatchObject({ from: mailUser, to: [known.email] })
  expect(mail.headers).toMatchObject({ to: `<${known.email}>`, subject: '=?UTF-8?B?U2VuaGEgbm92YSBubyBCYWxjw6Nv?=' })
  expect(mail.text).toContain('Olá, Novo usuário.')
  expect(mail.text).toContain(`http://localhost:${server.port}/app/new-password#`)
  expect(post.signedIn).toContain(`\0${mailUser}\0${mailPassword}`)

  const token = tokenIn(mail)
  ;(await api.getSession(known.caller)).expect(200)
  ;(await reset(token)).expect(204)
  ;(await api.getSession(known.caller)).problem(401, 'unauthenticated')
  ;(await signIn(known.email, password)).problem(401, 'unauthenticated')
  const back = nobody()
  ;(await api.signIn(back, { email: known.email, password: fresh })).expect(200)
  const notices = (await api.listNotifications(back)).expect(200).items
  expect(notices).toMatchObject([{ tipo: 'senha_trocada', texto: expect.stringContaining('pelo link do e-mail') }])
  await noLink(token)
  const log = auditRows(server.database, `target_user_id = ${server.database.id(known.id)}`)
  expect(log.map(({ action_type }) => action_type)).toEqual(
    expect.arrayContaining(['password_reset_request', 'user_edit']),
  )
  expect(JSON.stringify(log)).not.toContain(token)
})

test('who has no account, or none that is active, gets the same answer and no e-mail', async () => {
  const away = await account(server)
  const profile = (await api.getUser(admin.caller, away.id)).expect(200)
  const { full_name } = profile
  ;(
    await api.updateUser(admin.caller, away.id, '*', { full_name, email: away.email, role: 'user', active: 'N' })
  ).expect(200)
  const unknown = email()
  for (const address of [away.email, unknown, ` ${unknown.toUpperCase()} `]) (await ask(address)).expect(204)
  await linkOf(await account(server)) // those before it have been dealt with
  expect([post.to(away.email), post.to(unknown)]).toEqual([[], []])
  ;(await ask('não é e-mail')).problem(422, 'invalid')
})

describe('a link does not count', () => {
  test('that nobody was sent', async () => {
    await noLink('x')
    await noLink('A'.repeat(43))
    ;(await reset('')).problem(422, 'invalid')
  })

  test('after its time', async () => {
    const known = await account(server)
    const token = tokenIn(await linkOf(known))
    server.database.run(`update senha_nova set expira_em = 1 where user_id = ${server.database.id(known.id)}`)
    await noLink(token)
    ;(await signIn(known.email, password)).expect(200)
  })

  test('after the password was changed otherwise', async () => {
    const known = await account(server)
    const token = tokenIn(await linkOf(known))
    const other = 'outra senha de laje e vigota'
    ;(await api.changeOwnPassword(known.caller, { current_password: password, password: other })).expect(204)
    await noLink(token)
  })

  test('after another one of the same person was used; until then both do', async () => {
    const known = await account(server)
    const [first, second] = [tokenIn(await linkOf(known)), tokenIn(await linkOf(known))]
    ;(await reset(first, 'curta')).problem(422, 'invalid') // wants a better password, and stays good
    ;(await reset(second)).expect(204)
    await noLink(first)
  })
})

test('nobody fills a mailbox: three links at a time, and whoever asks often waits', async () => {
  const known = await account(server)
  for (let count = 0; count < 3; count += 1) await linkOf(known)
  ;(await ask(known.email)).expect(204)
  await linkOf(await account(server))
  expect(post.to(known.email)).toHaveLength(3)
  ;(await ask(known.email)).expect(204)
  ;(await ask(known.email)).expect(204)
  expect((await ask(known.email)).problem(429, 'limited').detail).toMatch(/^Muitas tentativas/)
})

test('a mail server that is away for a while gets it later, one that refuses the address is not asked again', async () => {
  const known = await account(server)
  await post.stop()
  ;(await ask(known.email)).expect(204)
  await until('a first try', () => server.log.includes('mail_failed'))
  await post.start()
  const [mail] = await mailTo(known.email)
  ;(await reset(tokenIn(mail!))).expect(204)

  const refused = await account(server)
  post.refusal = '550 5.1.1 no such mailbox'
  const asked = post.asked
  ;(await ask(refused.email)).expect(204)
  const failed = () =>
    server.database.rows(`select 1 as one from tarefas where tipo = 'senha_nova' and estado = 'falhou'`)
  await until('it failed', () => failed().length > 0)
  post.refusal = ''
  expect(post.asked).toBe(asked + 1)
})

test('the password of the mail server is said nowhere', async () => {
  const { stdout } = await server.command(['status'])
  expect(stdout).toContain(`E-mail: por smtp://127.0.0.1:`)
  expect(stdout).toContain(`de ${mailUser}.`)
  for (const text of [stdout, server.log]) {
    expect(text).not.toContain(mailPassword)
    expect(text).not.toContain(encodeURIComponent(mailPassword))
  }
})

describe('an installation without e-mail', () => {
  const other = sharedServer()
  test('does not offer it, and says so to who asks all the same', async () => {
    expect((await api.getSignUpOptions(nobody())).expect(200).password_reset).toBe(true)
    expect((await api.getSignUpOptions(new Caller(other))).expect(200).password_reset).toBe(false)
    const { detail } = (await api.requestPasswordReset(new Caller(other), email())).problem(422, 'invalid')
    expect(detail).toMatch(/^Este Balcão não envia e-mails/)
    const known = await account(other)
    ;(await api.resetPassword(new Caller(other), { token: newToken(other, known.id), password: fresh })).expect(204)
  })
})

test.each([
  ['BALCAO_SMTP_URL', { BALCAO_SMTP_URL: 'http://mail.example' }],
  ['BALCAO_SMTP_URL', { BALCAO_SMTP_URL: 'smtp://' }],
  ['BALCAO_MAIL_FROM', { BALCAO_SMTP_URL: 'smtp://mail.example' }],
  ['BALCAO_MAIL_FROM', { BALCAO_SMTP_URL: 'smtp://mail.example', BALCAO_MAIL_FROM: 'loja' }],
  [
    'BALCAO_PUBLIC_URL',
    { BALCAO_SMTP_URL: 'smtp://loja%40x.example@mail.example', BALCAO_TRUSTED_PROXIES: '10.0.0.1' },
  ],
])('a setting that cannot work is refused at the start: %s', async (name, env) => {
  const { code, stderr } = await runCommand(['serve'], { ...server.env, ...env })
  expect(code).not.toBe(0)
  expect(stderr).toContain(`${name}: `)
})
