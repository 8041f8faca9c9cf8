import { formatDate, formatInteger } from '@/ui'

export const texts = {
  file: 'Tabela do IBPT',
  newFile: 'Tabela nova do IBPT',
  help: 'O arquivo .csv que a empresa baixa do IBPT, com o nome que ele traz: TabelaIBPTax, a UF e a versão. A nota passa a dizer quanto do preço são tributos.',
  none: 'Sem a tabela as notas só dizem os tributos aproximados (Lei 12.741/2012) dos produtos que têm as porcentagens no cadastro.',
  inForce: (versao: string, fim: string) => `Versão ${versao}, em vigor até ${formatDate(fim)}.`,
  expired: (versao: string, fim: string) =>
    `A versão ${versao} venceu em ${formatDate(fim)}, e as notas só usam as porcentagens do cadastro dos produtos. Envie a nova.`,
  otherUf: (uf: string) =>
    `A tabela enviada é de ${uf}, e as notas só usam as porcentagens do cadastro dos produtos. Envie a da UF da empresa.`,
  rows: (rows: number) => `${formatInteger(rows)} NCM.`,
  loadFailed: 'Não foi possível carregar a tabela do IBPT.',
  sent: 'Tabela do IBPT enviada',
  sendFailed: 'A tabela não foi trocada',
  remove: 'Tirar tabela',
  removeTitle: 'Tirar a tabela do IBPT',
  removeText:
    'As próximas notas só dizem os tributos dos produtos que têm as porcentagens no cadastro. As que já saíram ficam como estão.',
  removed: 'Tabela do IBPT tirada',
  removeFailed: 'Não foi possível tirar a tabela',
}
