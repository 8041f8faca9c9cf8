import type { ReceiptSummary } from '@/api'
import { formatInteger, formatMoney } from '@/ui'
import { modeloName } from './modelo'

/** Where anybody looks a NF-e up by its key. */
const LOOK_UP = 'https://www.nfe.fazenda.gov.br/portal'

export const emailTexts = {
  action: 'Enviar por e-mail',
  title: 'Enviar a nota por e-mail',
  text: 'O cliente recebe o XML e o DANFE em PDF.',
  label: 'E-mail',
  help: 'Para enviar a mais de um, como a transportadora, separe com vírgula.',
  submit: 'Enviar',
  sent: 'A nota vai por e-mail',
  sentText: (count: number) =>
    count <= 1 ? 'O andamento aparece nesta tela.' : `São ${count} mensagens; o andamento aparece nesta tela.`,
  failed: 'A nota não foi enviada',
  loadFailed: 'Erro ao ler os e-mails da nota',
  close: 'Fechar',
  off: 'Este Balcão ainda não envia e-mails. Quem cuida do servidor liga o envio; o guia de produção diz como, em “E-mail”.',
  offWays: 'Enquanto isso, baixe os arquivos e envie do seu e-mail, ou mande a nota pelo WhatsApp.',
  xml: 'Baixar XML',
  pdf: 'Abrir PDF',
  whatsApp: 'Mandar pelo WhatsApp',
  whatsAppText: (nota: ReceiptSummary, shop: string, lookUp: string) =>
    [
      `Olá! Esta é a sua ${modeloName(nota)} ${formatInteger(nota.numero)} de ${shop}, no valor de ${formatMoney(nota.vNF)}.`,
      `Chave de acesso: ${nota.chave}`,
      lookUp || `Consulta: ${LOOK_UP}`,
    ].join('\n'),
  card: {
    title: 'E-mail',
    enviado: (para: string) => `Enviada para ${para}`,
    enviando: (para: string) => `Enviando para ${para}`,
    falhou: (para: string) => `Não foi para ${para}`,
    automatic: 'ao ser autorizada',
    again: 'Enviar de novo',
  },
}
