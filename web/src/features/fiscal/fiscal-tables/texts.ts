import type { FiscalTableName } from '@/api'
import { formatInteger } from '@/ui'

const products = (count: number) => (count === 1 ? '1 produto' : `${formatInteger(count)} produtos`)

export const texts = {
  title: 'Tabelas fiscais',
  subtitle: 'Regras, alíquotas e códigos que as notas seguem, de todas as empresas.',
  loading: 'Carregando tabelas fiscais…',
  loadFailed: 'Erro ao carregar tabelas fiscais',
  names: {
    'nfce-parametros.csv': 'Regras e alíquotas',
    'nfce-endpoints.json': 'Endereços da SEFAZ: NFC-e',
    'ncm.csv': 'NCM',
    'cest.csv': 'CEST',
    'cfop.csv': 'CFOP',
    'ibscbs_cst.csv': 'CST de IBS e CBS',
    'ibscbs_cclasstrib.csv': 'Classificação de IBS e CBS',
    'nfe-endpoints.json': 'Endereços da SEFAZ: NF-e',
  } satisfies Record<FiscalTableName, string>,
  origins: { programa: 'Do programa', instalacao: 'Enviada' },
  columns: { table: 'Tabela', origin: 'Origem', asOf: 'Dados de', rows: 'Linhas', knownUntil: 'Conhecida até' },
  send: 'Enviar arquivo',
  download: 'Baixar',
  newValue: 'Informar um valor',

  changes: 'Mudanças',
  noChanges: 'Nada foi mudado. Valem as tabelas do programa.',
  changeOf: (asOf: string, when: string, who: string | null) =>
    `Dados de ${asOf} · em ${when}, ${who === null ? 'por comando' : `por ${who}`}`,
  undone: 'Desfeita',
  undo: 'Desfazer',
  undoDone: 'Mudança desfeita.',
  undoFailed: 'Erro ao desfazer',

  upload: {
    title: (table: string) => `Enviar ${table}`,
    file: (name: string) => `Arquivo como ${name}`,
    asOf: 'Dados de',
    asOfHelp: 'O dia em que a tabela foi publicada.',
    notText: 'Este arquivo não é texto UTF-8. Salve como “CSV UTF-8” e envie de novo.',
    notTable: 'Este arquivo é uma página da internet, não uma tabela. Baixe a tabela e envie de novo.',
    checking: 'Conferindo o arquivo…',
    faults: (count: number) => (count === 1 ? '1 erro no arquivo' : `${formatInteger(count)} erros no arquivo`),
    figures: { novas: 'Novas', mudadas: 'Mudadas', retiradas: 'Retiradas' },
    same: 'O arquivo é igual à tabela em uso.',
    touches: (count: number) =>
      count === 0
        ? 'Nenhum produto usa as linhas que mudam.'
        : `${products(count)} ${count === 1 ? 'usa' : 'usam'} as linhas que mudam.`,
    firstOf: (shown: number, all: number) => `As primeiras ${shown} de ${formatInteger(all)}`,
    difference: 'O que muda',
    row: 'Linha',
    before: 'Antes',
    after: 'Depois',
    take: 'Usar esta tabela',
    taken: 'Tabela em uso.',
    cancel: 'Cancelar',
    failed: 'Erro ao enviar tabela',
  },
  value: {
    title: 'Informar um valor',
    save: 'Usar este valor',
    saved: 'Valor em uso.',
    failed: 'Erro ao informar valor',
    everywhere: 'Todo o Brasil',
    fields: { parametro: 'Valor', uf: 'Estado', desde: 'Vale desde', valor: 'Quanto', fonte: 'De onde vem' },
    sourceHelp: 'A lei ou a nota técnica.',
    parameters: {
      pCBS: 'Alíquota da CBS (%)',
      pIBSUF: 'Alíquota do IBS do estado (%)',
      pIBSMun: 'Alíquota do IBS do município (%)',
      limite_sem_destinatario: 'Limite da nota sem CPF (R$)',
      limite_total: 'Limite da nota (R$)',
    },
  },
}
