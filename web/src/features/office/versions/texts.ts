export const texts = {
  title: 'Versões',
  version: 'Versão',
  date: 'Data',
  hash: 'Hash',
  actions: 'Ações',
  detailsOf: (version: string) => `Ver detalhes da versão ${version}`,
  dialogTitle: (version: string) => `Versão ${version}`,
  noDescription: 'Nenhuma descrição fornecida.',
  noHash: 'Não informado',
  loadFailed: 'Erro ao carregar versões',
  emptyTitle: 'Nenhuma versão registrada',
  emptyText: 'Cada atualização do Balcão aparece aqui com a data em que começou a rodar.',
}
