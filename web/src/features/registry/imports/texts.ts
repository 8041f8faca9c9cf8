import { paths } from '@/app/paths'
import { formatInteger } from '@/ui'

const counted = (n: number, one: string, many: string) => `${formatInteger(n)} ${n === 1 ? one : many}`

/** The words that differ between products and people. */
export const nouns = {
  products: {
    title: 'Importar produtos',
    parent: 'Produtos',
    list: paths.products.list,
    file: 'Planilha de produtos',
    key: 'código',
    toList: 'Ver produtos',
    count: (n: number) => counted(n, 'produto', 'produtos'),
    imported: (n: number) => counted(n, 'produto importado', 'produtos importados'),
  },
  people: {
    title: 'Importar pessoas',
    parent: 'Pessoas',
    list: paths.people.list,
    file: 'Planilha de pessoas',
    key: 'CPF ou CNPJ',
    toList: 'Ver pessoas',
    count: (n: number) => counted(n, 'pessoa', 'pessoas'),
    imported: (n: number) => counted(n, 'pessoa importada', 'pessoas importadas'),
  },
} as const

export const texts = {
  noCompanyText: 'Escolha uma empresa no alto da tela para importar os produtos dela.',
  howTitle: 'Como preparar a planilha',
  how: (key: string) => [
    'A primeira linha tem os nomes das colunas, em qualquer ordem. Colunas que o sistema não conhece são ignoradas.',
    `Uma linha com um ${key} já cadastrado altera esse cadastro, só nas colunas da planilha. As outras linhas criam cadastros novos.`,
    'Nada é gravado antes de você conferir o resultado e confirmar.',
  ],
  model: 'Baixar planilha modelo',
  help: '.csv ou .xlsx, até 20 MB e 50.000 linhas',
  sending: 'Enviando a planilha',
  sentOf: (sent: string, total: string) => `${sent} de ${total}`,
  cancelSending: 'Cancelar envio',
  uploadFailed: 'Erro ao enviar a planilha',
  loadFailed: 'Erro ao carregar a importação',
  applyFailed: 'Erro ao importar',
  cancelFailed: 'Erro ao cancelar',
  recent: 'Últimas importações',
  columns: {
    file: 'Arquivo',
    when: 'Quando',
    result: 'Resultado',
    line: 'Linha',
    situacao: 'Situação',
    reason: 'Motivo',
    actions: 'Ações',
  },
  states: {
    lendo: 'Lendo',
    pronta: 'Para conferir',
    aplicando: 'Importando',
    aplicada: 'Importada',
    falhou: 'Não deu certo',
    cancelada: 'Cancelada',
    desfazendo: 'Desfazendo',
    desfeita: 'Desfeita',
  },
  reading: 'Lendo a planilha',
  applying: 'Importando',
  undoing: 'Desfazendo a importação',
  readingText: 'Você pode sair desta página: a leitura continua, e o resultado fica em “Últimas importações”.',
  cancel: 'Cancelar importação',
  cancelled: 'Importação cancelada.',
  cancelledText: 'Nada desta planilha foi gravado.',
  partText: (novas: number, alteradas: number) =>
    `Já estavam gravados: ${counted(novas, 'cadastro novo', 'cadastros novos')} e ${counted(alteradas, 'alterado', 'alterados')}. Eles ficam como estão, ou você desfaz.`,
  stopDetail: 'O que já foi gravado fica, e você pode desfazer depois. O resto da planilha não entra.',
  undo: 'Desfazer importação',
  undoQuestion: 'Desfazer esta importação?',
  undoDetail:
    'Os cadastros novos vão para a lixeira e os alterados voltam ao que eram. O que alguém mudou ou usou depois fica como está.',
  undoFailed: 'Erro ao desfazer',
  undone: 'Importação desfeita',
  undoneText: (back: number, kept: number) =>
    kept === 0
      ? `${counted(back, 'cadastro voltou', 'cadastros voltaram')} ao que era antes.`
      : `${counted(back, 'cadastro voltou', 'cadastros voltaram')} ao que era antes. ${counted(kept, 'ficou', 'ficaram')} como está, pelo motivo abaixo.`,
  cancelQuestion: 'Cancelar esta importação?',
  cancelDetail: 'Nada da planilha foi gravado até agora. Para importar depois, envie o arquivo de novo.',
  keep: 'Continuar importação',
  another: 'Importar outra planilha',
  failedTitle: 'Não foi possível ler a planilha',
  situacoes: { nova: 'Nova', alterada: 'Altera', igual: 'Sem mudança', ruim: 'Com problema' },
  undoneCount: (back: number, kept: number) =>
    `${counted(back, 'desfeito', 'desfeitos')}${kept > 0 ? `, ${counted(kept, 'mantido', 'mantidos')}` : ''}`,
  tabs: {
    todas: 'Todas',
    nova: 'Novas',
    alterada: 'Alteradas',
    igual: 'Sem mudança',
    ruim: 'Com problema',
    mantida: 'Mantidas',
  },
  rowsLabel: 'Linhas da planilha',
  columnsTitle: 'Colunas da planilha',
  ignored: 'ignorada',
  nothingToImport: 'Não há nada para gravar: corrija as linhas com problema e envie a planilha de novo.',
  allSame: 'Tudo nesta planilha já está cadastrado exatamente assim.',
  fixLater: (n: number) =>
    `${counted(n, 'linha com problema fica', 'linhas com problema ficam')} de fora. Baixe o arquivo com elas, corrija e importe de novo.`,
  importNow: (what: string) => `Importar ${what}`,
  rejected: (n: number) => `Baixar ${counted(n, 'linha com problema', 'linhas com problema')}`,
  applied: 'Importação concluída',
  appliedDetail: (novas: number, alteradas: number) =>
    `${counted(novas, 'cadastro novo', 'cadastros novos')} e ${counted(alteradas, 'alterado', 'alterados')}.`,
  noRows: 'Nenhuma linha aqui.',
}
