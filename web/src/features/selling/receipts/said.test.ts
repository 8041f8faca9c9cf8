import { expect, it } from 'vitest'
import { formatMoment } from '@/ui'
import type { Estado } from './estado'
import { phraseOf } from './estado-looks'
import { plainSearch } from './list-filter'
import { saidOf } from './said'
import { another } from './testing'

const prazo = '2026-11-21T18:42:00Z'
const now = Date.parse('2026-11-20T19:00:00Z')
const about = (estado: Estado, more: object = {}) => ({
  ...{ nota: another(1284, { estado, prazo: estado.startsWith('contingencia') ? prazo : null }) },
  ...{ mensagem: null, canGoOffline: false, waitedMs: 0, now, ...more },
})

it.each<[Estado, number | undefined, string[]]>([
  ['autorizada', undefined, []],
  ['enviando', undefined, ['Emitindo NFC-e 1.284…']],
  [
    'indefinida',
    1285,
    [
      'Não sabemos se a SEFAZ recebeu a 1.284. A venda foi refeita como 1.285; a 1.284 será cancelada ou inutilizada sozinha.',
    ],
  ],
  [
    'autorizada_sem_xml',
    undefined,
    ['A SEFAZ autorizou a nota 1.284, mas o Balcão não tem o arquivo dela. A venda vale; o gerente foi avisado.'],
  ],
  [
    'contingencia',
    undefined,
    [
      `Emitida em contingência. Imprima as duas vias e entregue uma ao cliente. Será enviada sozinha até ${formatMoment(prazo)}.`,
    ],
  ],
])('says what is to be known of %s', (estado, next, sentences) => {
  expect(saidOf(about(estado), next)).toEqual(sentences)
})

it.each<[Estado, object, string]>([
  ['abandonada', { cStat: 778 }, 'A 1.284 foi recusada e será inutilizada; a venda saiu como 1.285, em contingência.'],
  ['abandonada', { cStat: null }, 'A 1.284 não chegou à SEFAZ e será inutilizada; a venda saiu como 1.285.'],
  ['abandonada', { cStat: 108 }, 'A 1.284 não chegou à SEFAZ e será inutilizada; a venda saiu como 1.285.'],
  [
    'abandonada',
    { modelo: 55, tpEmis: 6, cStat: 114 },
    'A 1.284 não chegou à SVC-AN e será inutilizada; a venda saiu como 1.285.',
  ],
  [
    'indefinida',
    { modelo: 55, tpEmis: 7 },
    'Não sabemos se a SVC-RS recebeu a 1.284. A venda foi refeita como 1.285; a 1.284 será cancelada ou inutilizada sozinha.',
  ],
  ['ocupada', { tpEmis: 1 }, 'O número 1.284 já era usado por outro sistema. A venda saiu como 1.285.'],
  [
    'ocupada',
    { tpEmis: 9 },
    'O número 1.284 já era usado por outro sistema. A venda saiu como 1.285: imprima de novo e avise o cliente.',
  ],
])('says of %s %j why another one is in its place', (estado, changes, sentence) => {
  expect(saidOf({ ...about(estado), nota: another(1284, { estado, ...changes }) }, 1285)).toEqual([sentence])
})

it.each<[Estado, object, string]>([
  ['enviando', { waitedMs: 4_000 }, 'A SVC-AN está demorando. A nota fica com ela até responder.'],
  ['indefinida', {}, 'A SVC-AN não respondeu sobre a 1.284. Estamos conferindo se ela recebeu; não venda de novo.'],
  ['rejeitada', {}, 'A SVC-AN recusou a nota 1.284.'],
])('names the SVC in what it says of one that it has: %s', (estado, more, sentence) => {
  const nota = another(1284, { estado, modelo: 55, tpEmis: 6 })
  expect(saidOf({ ...about(estado), ...more, nota }, undefined)).toContain(sentence)
})

it('puts the reason of a refusal first', () => {
  expect(saidOf(about('rejeitada', { mensagem: 'Troque o NCM.' }), undefined)).toEqual([
    'Troque o NCM.',
    'O número 1.284 continua reservado para esta venda.',
  ])
  expect(saidOf(about('contingencia_rejeitada', { mensagem: 'Troque o NCM.' }), undefined)[1]).toContain(
    'já entregue ao cliente',
  )
})

it('says after three seconds that SEFAZ is slow, and what can be done about it', () => {
  expect(saidOf(about('enviando', { waitedMs: 3_000 }), undefined)[1]).toContain('até responder')
  expect(saidOf(about('enviando', { waitedMs: 3_000, canGoOffline: true }), undefined)[1]).toContain('contingência')
})

it('says that a deadline has passed', () => {
  const late = { ...about('contingencia'), now: Date.parse(prazo) + 1 }
  expect(saidOf(late, undefined)).toEqual(['O prazo da contingência passou. A nota ainda é enviada, fora do prazo.'])
  expect(phraseOf(late.nota, () => undefined, late.now)).toBe('fora do prazo, ainda é enviada')
})

it('says beside the word what else there is to know', () => {
  const numberOf = (id: string) => (id === 'n1286' ? '1.286' : undefined)
  expect(phraseOf(another(1286, { estado: 'indefinida' }), numberOf, now)).toBe('sem resposta, conferindo')
  expect(phraseOf(another(1287, { estado: 'contingencia', prazo }), numberOf, now)).toBe(
    `envia até ${formatMoment(prazo)}`,
  )
  expect(phraseOf(another(1287, { estado: 'contingencia', prazo, substitui: 'n1286' }), numberOf, now)).toBe(
    'no lugar da 1.286',
  )
})

it.each([
  ['1.284', '1284'],
  ['3526 1111 2223 3300 0181 6500 1000 0012 8410 4829 1737', '35261111222333000181650010000012841048291737'],
  ['529.982.247-25', '52998224725'],
  ['  josé   aparecido ', 'josé aparecido'],
  ['708,00', '708,00'],
])('searches %s as %s', (typed, plain) => {
  expect(plainSearch(typed)).toBe(plain)
})
