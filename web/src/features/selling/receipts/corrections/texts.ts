import type { ReceiptCorrections } from '@/api'
import { formatInteger } from '@/ui'

type Estado = ReceiptCorrections['items'][number]['estado']

const STATES: Record<Estado, string> = {
  enviando: 'a caminho',
  indefinido: 'conferindo',
  registrado: 'registrada',
  recusado: 'recusada',
}

export const correctionTexts = {
  action: 'Carta de correção',
  title: 'Carta de correção',
  text: 'Corrige o que não muda valor, imposto nem de quem é a nota. A carta fica guardada junto da nota.',
  before: 'Já corrigido, e repetido nesta carta:',
  item: (index: number) => `Correção ${index + 1}`,
  assunto: 'O que está errado',
  texto: 'Como deve ser',
  add: 'Corrigir mais alguma coisa',
  remove: 'Tirar',
  submit: 'Enviar carta',
  sent: 'Carta de correção enviada',
  sentText: 'A resposta aparece nesta tela.',
  failed: 'A carta não foi enviada',
  loadFailed: 'Erro ao ler as cartas de correção',
  close: 'Fechar',
  card: {
    title: 'Cartas de correção',
    one: (numero: number, estado: Estado) => `Carta ${formatInteger(numero)}: ${STATES[estado]}`,
    protocol: (protocolo: string) => `Protocolo ${protocolo}`,
    print: (numero: number) => `Imprimir carta ${formatInteger(numero)}`,
    printFailed: 'A carta não foi aberta',
    xml: 'Baixar XML',
  },
} as const
