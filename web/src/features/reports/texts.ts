export const texts = {
  title: 'Relatórios',
  comingTitle: 'Aqui ficarão os relatórios',
  comingText: 'Vendas, análise fiscal e clientes, com os números das notas e dos orçamentos da empresa ativa.',
}
