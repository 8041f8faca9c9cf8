// What a company may be: every rule at its field, every bad field at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { alphanumericCnpj, company, numericCnpj, placeOf, punctuated } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let existing: Company
let existingTag = ''
let companiesBefore: number

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  existing = made.own
  existingTag = (await api.getCompany(admin, existing.id)).etag
  companiesBefore = (await api.listCompanies(admin)).expect(200).total
})

const sp = placeOf('3509502')
const inCampinas = (overrides: Record<string, unknown>) =>
  company({ codigo_municipio: sp.codigo, municipio: sp.nome, uf: sp.uf, ...overrides })

const x = (length: number) => 'x'.repeat(length)
const wrongDigits = () => numericCnpj().replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

// field, what is wrong, value
const bad: [string, string, unknown][] = [
  ['razao_social', 'absent', undefined],
  ['razao_social', 'null', null],
  ['razao_social', 'empty', ''],
  ['razao_social', 'blank', '   '],
  ['razao_social', '1 character', 'L'],
  ['razao_social', '61 characters', x(61)],
  ['razao_social', 'a number', 12],
  ['razao_social', 'a list', ['Lajes']],
  ['razao_social', 'a line break', 'Lajes\nLtda'],
  ['razao_social', 'a null character', 'Lajes\u0000Ltda'],
  ['razao_social', 'a picture, which no receipt can carry', 'Lajes 🧱'],
  ['nome_fantasia', '61 characters', x(61)],
  ['nome_fantasia', 'an object', {}],
  ['cnpj', 'absent', undefined],
  ['cnpj', 'empty', ''],
  ['cnpj', '13 characters', numericCnpj().slice(1)],
  ['cnpj', '15 characters', numericCnpj() + '1'],
  ['cnpj', 'wrong check digits', wrongDigits()],
  ['cnpj', 'wrong check digits of letters', alphanumericCnpj().replace(/..$/, 'AB')],
  ['cnpj', 'all equal', '00000000000000'],
  ['cnpj', 'a CPF', '52998224725'],
  ['cnpj', 'a letter with an accent', 'ÁBC' + numericCnpj().slice(3)],
  ['cnpj', 'a number instead of text', 11222333000181],
  ['inscricao_estadual', 'absent', undefined],
  ['inscricao_estadual', '1 digit', '1'],
  ['inscricao_estadual', '15 digits', '1'.repeat(15)],
  ['inscricao_estadual', 'letters', 'ABC123'],
  ['telefone', '5 digits', '12345'],
  ['telefone', '15 digits', '1'.repeat(15)],
  ['telefone', 'letters', '19 ABCD-1234'],
  ['crt', '0', 0],
  ['crt', '5', 5],
  ['crt', 'half', 1.5],
  ['crt', 'text', '1'],
  ['crt', 'true', true],
  ['crt', 'huge', 1e30],
  ['cep', 'absent', undefined],
  ['cep', '7 digits', '1301000'],
  ['cep', '9 digits', '130100000'],
  ['cep', 'letters', '13010-ABC'],
  ['codigo_municipio', 'absent', undefined],
  ['codigo_municipio', 'not in the table', '3599999'],
  ['codigo_municipio', '6 digits', '350950'],
  ['codigo_municipio', 'a number instead of text', 3509502],
  ['codigo_municipio', 'of another UF', '4205407'],
  ['logradouro', 'absent', undefined],
  ['logradouro', '1 character', 'R'],
  ['logradouro', '61 characters', x(61)],
  ['numero', 'absent', undefined],
  ['numero', 'empty', ''],
  ['numero', '61 characters', x(61)],
  ['complemento', '61 characters', x(61)],
  ['bairro', 'absent', undefined],
  ['bairro', '1 character', 'C'],
  ['bairro', '61 characters', x(61)],
  ['municipio', 'absent', undefined],
  ['municipio', 'not the one of the IBGE code', 'São Paulo'],
  ['uf', 'absent', undefined],
  ['uf', 'unknown', 'XX'],
  ['uf', 'Portuguese for abroad', 'EX'],
  ['cor', 'not one of the eight', 'rosa'],
  ['fuso_horario', 'nowhere', 'America/Lugar_Nenhum'],
  ['fuso_horario', 'not in Brazil', 'Europe/Lisbon'],
  ['ativo', 'neither S nor N', 'X'],
  ['ativo', 'true', true],
  ['id_externo', 'unknown field', 'x'],
]

describe('a bad value is refused at its field', () => {
  test.each(bad)('%s: %s, when creating', async (field, _, value) => {
    const fields = (await api.createCompany(admin, inCampinas({ [field]: value }))).fields()
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toMatch(/^\S.*[.!?]$/)
  })

  test.each(bad)('%s: %s, when changing', async (field, _, value) => {
    const fields = (await api.updateCompany(admin, existing.id, existingTag, inCampinas({ [field]: value }))).fields()
    expect(Object.keys(fields)).toEqual([field])
  })

  test('and nothing was written by all that', async () => {
    const answer = await api.getCompany(admin, existing.id)
    expect([answer.expect(200), answer.etag]).toEqual([existing, existingTag])
    expect((await api.listCompanies(admin)).expect(200).total).toBe(companiesBefore)
  })
})

test('every bad field is named at once', async () => {
  const answer = await api.createCompany(admin, {
    razao_social: '',
    cnpj: '123',
    crt: 9,
    cep: 'x',
    codigo_municipio: '1',
    uf: 'XX',
    cor: 'rosa',
    desconhecido: 1,
  })
  expect(Object.keys(answer.fields()).sort()).toEqual([
    'bairro',
    'cep',
    'cnpj',
    'codigo_municipio',
    'cor',
    'crt',
    'desconhecido',
    'inscricao_estadual',
    'logradouro',
    'municipio',
    'numero',
    'razao_social',
    'uf',
  ])
  expect(answer.problem(422, 'invalid').title).toBe('13 campos precisam de atenção.')
})

const good: [string, unknown, unknown][] = [
  ['razao_social', 'Lã', 'Lã'],
  ['razao_social', '  Lajes Souza  ', 'Lajes Souza'],
  ['razao_social', 'ç'.repeat(60), 'ç'.repeat(60)],
  ['nome_fantasia', '', null],
  ['nome_fantasia', null, null],
  ['inscricao_estadual', 'isento', 'ISENTO'],
  ['inscricao_estadual', '110.042.490.114', '110042490114'],
  ['telefone', '(19) 3232-1010', '1932321010'],
  ['telefone', '', null],
  ['crt', 4, 4],
  ['cep', '13010-001', '13010001'],
  ['complemento', 'Galpão 2', 'Galpão 2'],
  ['numero', 'S/N', 'S/N'],
  ['uf', 'SP', 'SP'],
  ['municipio', 'CAMPINAS', 'Campinas'],
  ['cor', 'ameixa', 'ameixa'],
  ['fuso_horario', 'America/Sao_Paulo', 'America/Sao_Paulo'],
  ['ativo', 'N', 'N'],
]

describe('a good value is stored', () => {
  test.each(good)('%s %j', async (field, typed, stored) => {
    const made = (await api.createCompany(admin, inCampinas({ [field]: typed }))).expect(201)
    expect(made[field as keyof Company]).toBe(stored)
    expect((await api.getCompany(admin, made.id)).expect(200)).toEqual(made)
  })

  test('numeric and alphanumeric CNPJ, with and without punctuation, in small letters too', async () => {
    for (const cnpj of [numericCnpj(), alphanumericCnpj()]) {
      const made = await newCompany(admin, { cnpj: punctuated(cnpj).toLowerCase() })
      expect(made.cnpj).toBe(cnpj)
    }
  })

  test('what is left out gets its default', async () => {
    const {
      crt: _,
      fuso_horario: __,
      ...rest
    } = company({ codigo_municipio: '1302603', municipio: 'Manaus', uf: 'AM' })
    expect((await api.createCompany(admin, rest)).expect(201)).toMatchObject({
      crt: 1,
      ativo: 'S',
      nome_fantasia: null,
      fuso_horario: 'America/Manaus',
      logo_sistema_url: null,
      logo_documentos_url: null,
      primeiro_numero_em: null,
    })
  })

  test('read-only fields are taken and ignored', async () => {
    const made = (
      await api.createCompany(admin, {
        ...company(),
        id: existing.id,
        logo_sistema_url: '/files/x.png',
        logo_documentos_url: null,
        primeiro_numero_em: '2020-01-01T00:00:00-03:00',
        updated_at: '2020-01-01T00:00:00-03:00',
      })
    ).expect(201)
    expect(made.id).not.toBe(existing.id)
    expect([made.logo_sistema_url, made.primeiro_numero_em]).toEqual([null, null])
    expect(Date.parse(made.updated_at)).toBeGreaterThan(Date.parse('2025-01-01'))
  })
})

test('companies of an installation differ in colour while colours last', async () => {
  const colors = (await api.listCompanies(admin, { page_size: 100, sort: 'updated_at' }))
    .expect(200)
    .items.map(({ cor }) => cor)
  expect(new Set(colors.slice(0, 2)).size).toBe(2)
})

test('SQL and script in every text come back exactly as typed', async () => {
  const nasty = [
    `'; drop table emitente; --`,
    `<script>alert(1)</script>`,
    `" onload="x`,
    `%s %n {{7*7}} \${1}`,
    `\\' or 1=1`,
    `ação "Ñ" & <b> ÿ`,
  ]
  for (const text of nasty) {
    const texts = {
      razao_social: text,
      nome_fantasia: text,
      logradouro: text,
      numero: text,
      complemento: text,
      bairro: text,
    }
    const made = (await api.createCompany(admin, company(texts))).expect(201)
    expect((await api.getCompany(admin, made.id)).expect(200)).toMatchObject(texts)
    expect((await api.listCompanies(admin, { search: text })).expect(200).items.map(({ id }) => id)).toContain(made.id)
  }
})
