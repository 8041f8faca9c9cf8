import { describe, expect, it } from 'vitest'
import type { Receipt, ReceiptSummary } from '@/api'
import { cardWords, mayGoOffline } from './card-words'
import type { Circumstances } from './card-words'
import { sentOf } from './sent'
import { issued } from './testing'

const calm: Circumstances = {
  ...{ elapsed: 0, offlineAfter: 10, mode: 'automatica', receipt: null, previous: null, isServerAway: false },
  when: () => '21/11 15:42',
}
function wordsOf(nota: Partial<ReceiptSummary>, now: Partial<Circumstances> = {}) {
  const sent = sentOf(issued({ id: 'v' }, nota), 0)
  if (!sent) throw new Error('a draft')
  return cardWords(sent, { ...calm, ...now })
}
/** The receipt 1.284, in whose place another one is. */
const before = (nota: Partial<ReceiptSummary>) =>
  ({ nota: { id: 'n0', numero: 1284, tpEmis: 1, cStat: null, ...nota } }) as Receipt
const receipt = (mensagem: string, ...acoes: Receipt['acoes'][number]['acao'][]): Receipt =>
  ({
    ...{ mensagem, campo: 'o NCM do item 2', nota: { id: 'n1' } },
    acoes: acoes.map((acao) => ({ acao, ate: null })),
  }) as Receipt

describe('what the clerk reads', () => {
  it.each<[string, Partial<ReceiptSummary>, Partial<Circumstances>, string[], string[]]>([
    ['at once', { estado: 'enviando' }, {}, ['Emitindo NFC-e 1.284…'], []],
    [
      'after 3 s',
      { estado: 'enviando' },
      { elapsed: 3 },
      ['Emitindo NFC-e 1.284…', 'A SEFAZ está demorando. Se passar de 10 segundos, emitimos em contingência.'],
      [],
    ],
    [
      'when the clerk decides',
      { estado: 'indefinida' },
      { elapsed: 12, mode: 'perguntar' },
      ['Emitindo NFC-e 1.284…', 'A SEFAZ não respondeu. Emitir em contingência?'],
      ['offline'],
    ],
    [
      'where it never goes offline',
      { estado: 'enviando' },
      { elapsed: 30, mode: 'desligada' },
      ['Emitindo NFC-e 1.284…', 'A SEFAZ está demorando.'],
      [],
    ],
    [
      'while our own server is away',
      { estado: 'enviando' },
      { elapsed: 12, isServerAway: true },
      [
        'Emitindo NFC-e 1.284…',
        'Sem ligação com o servidor. A nota está guardada nele; o resultado aparece quando a ligação voltar.',
      ],
      [],
    ],
    [
      'an NF-e that SEFAZ does not answer',
      { estado: 'enviando', modelo: 55 },
      { elapsed: 12 },
      ['Emitindo NF-e 1.284…', 'A SEFAZ não respondeu. Emitir pela SVC, a SEFAZ de reserva?'],
      ['svc'],
    ],
    [
      'an NF-e that the SVC does not answer',
      { estado: 'indefinida', modelo: 55, tpEmis: 6 },
      { elapsed: 12 },
      ['Emitindo NF-e 1.284…', 'A SVC não respondeu. Emitir de novo pela SEFAZ?'],
      ['sefaz'],
    ],
    [
      'an NF-e that waits for the SVC',
      { estado: 'enviando', modelo: 55, tpEmis: 6 },
      { elapsed: 4 },
      ['Emitindo NF-e 1.284…', 'A SVC-AN está demorando.'],
      [],
    ],
    [
      'refused by the SVC',
      { estado: 'rejeitada', modelo: 55, tpEmis: 6 },
      {},
      ['A SVC-AN recusou a nota 1.284.', 'O número 1.284 continua reservado para esta venda.'],
      ['product'],
    ],
    ['authorised', { estado: 'autorizada' }, {}, [], ['next', 'print']],
    [
      'authorised with alert',
      { estado: 'autorizada', cStat: 120, alertas: [{ cMsg: '172', xMsg: 'CNPJ do destinatário irregular' }] },
      {},
      ['Autorizada com alerta: CNPJ do destinatário irregular.'],
      ['next', 'print'],
    ],
    [
      'authorised as something else',
      { estado: 'autorizada_sem_xml' },
      {},
      ['A SEFAZ autorizou a nota 1.284, mas o Balcão não tem o arquivo dela. A venda vale; o gerente foi avisado.'],
      ['next'],
    ],
    [
      'offline',
      { estado: 'contingencia', prazo: '2026-11-21T18:42:00Z' },
      {},
      [
        'Emitida em contingência. Imprima as duas vias e entregue uma ao cliente. Será enviada sozinha até 21/11 15:42.',
      ],
      ['print_both', 'next'],
    ],
    [
      'refused',
      { estado: 'rejeitada' },
      { receipt: receipt('O NCM do item 2 não existe na tabela.', 'issue', 'abandon') },
      ['O NCM do item 2 não existe na tabela.', 'O número 1.284 continua reservado para esta venda.'],
      ['product', 'retry', 'abandon'],
    ],
    [
      'refused after the customer left',
      { estado: 'contingencia_rejeitada', prazo: '2026-11-21T18:42:00Z' },
      { receipt: receipt('O NCM não existe.', 'issue') },
      [
        'A SEFAZ recusou a nota 1.284, já entregue ao cliente. Corrija o NCM do item 2 e envie até 21/11 15:42.',
        'O NCM não existe.',
      ],
      ['product', 'retry'],
    ],
  ])('%s', (_, nota, now, text, acts) => expect(wordsOf(nota, now)).toMatchObject({ text, acts }))

  it.each<[string, Partial<ReceiptSummary>, string]>([
    [
      'nobody knows whether it came through',
      { estado: 'indefinida' },
      'Não sabemos se a SEFAZ recebeu a 1.284. A venda foi refeita como 1.285; a 1.284 será cancelada ou inutilizada sozinha.',
    ],
    [
      'it never left',
      { estado: 'abandonada' },
      'A 1.284 não chegou à SEFAZ e será inutilizada sozinha; a venda saiu como 1.285.',
    ],
    [
      'the service was out',
      { estado: 'abandonada', cStat: 108 },
      'A 1.284 não chegou à SEFAZ e será inutilizada sozinha; a venda saiu como 1.285.',
    ],
    [
      'it was refused before',
      { estado: 'abandonada', cStat: 778 },
      'A 1.284 foi recusada e será inutilizada; a venda saiu como 1.285, em contingência.',
    ],
    [
      'its number was taken, and its paper given out',
      { estado: 'ocupada', tpEmis: 9 },
      'O número 1.284 já era usado por outro sistema. A venda saiu como 1.285: imprima de novo e avise o cliente.',
    ],
    [
      'its number was taken',
      { estado: 'inutilizada', cStat: 206 },
      'O número 1.284 já era usado por outro sistema. A venda saiu como 1.285.',
    ],
  ])('says that the sale has another number now: %s', (_, nota, sentence) => {
    const another = { estado: 'contingencia', numero: 1285, substitui: 'n0' } as const
    expect(wordsOf(another, { previous: before(nota) }).text[1]).toBe(sentence)
  })

  it('asks for a new print of what was corrected after it was given out', () => {
    const sent = sentOf(issued({ id: 'v' }, { estado: 'contingencia' }), 0)
    expect(sent && cardWords({ ...sent, isCorrected: true }, calm)).toMatchObject({
      text: ['A nota foi corrigida e o QR Code mudou. Reimprimir?'],
      acts: ['print_both', 'next'],
    })
  })

  it.each([
    ['0.00', null],
    ['37.10', 'R$\u00a037,10'],
  ])('names the change of %s: %s', (troco, change) => {
    for (const estado of ['autorizada', 'contingencia'] as const) {
      const sent = sentOf(issued({ id: 'v' }, { estado }), 0)
      expect(sent && cardWords({ ...sent, troco }, calm).change).toBe(change)
    }
  })

  it('has words for every state', () => {
    for (const estado of ['abandonada', 'inutilizada', 'ocupada', 'cancelada', 'cancelada_subst', 'denegada'] as const)
      expect(wordsOf({ estado })).toMatchObject({ tone: 'grey', acts: ['next'] })
  })
})

it.each<[number, Circumstances['mode'], ReceiptSummary['estado'], boolean]>([
  [9.9, 'automatica', 'enviando', false],
  [10, 'automatica', 'enviando', true],
  [10, 'perguntar', 'indefinida', true],
  [60, 'desligada', 'enviando', false],
  [60, 'automatica', 'autorizada', false],
])('after %d s in mode %s and state %s it may go offline: %s', (elapsed, mode, estado, may) => {
  const sent = sentOf(issued({ id: 'v' }, { estado }), 0)
  expect(sent && mayGoOffline(sent, { ...calm, elapsed, mode })).toBe(may)
})
