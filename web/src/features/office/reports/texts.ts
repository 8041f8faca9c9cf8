export const texts = {
  title: 'Relatórios',
  charts: {
    sales: { title: 'Vendas por período', text: 'Este gráfico ainda não foi feito.' },
    taxes: { title: 'Impostos por mês', text: 'Este gráfico ainda não foi feito.' },
    clients: { title: 'Clientes que mais compram', text: 'Este gráfico ainda não foi feito.' },
  },
  reports: {
    sales: {
      title: 'Relatório de Vendas',
      text: 'O que foi vendido em um período, por produto, vendedor e pagamento.',
    },
    fiscal: { title: 'Análise Fiscal', text: 'Notas e impostos do mês, para conferir com o contador.' },
    clients: { title: 'Relatório de Clientes', text: 'Quem compra, quanto e com que frequência.' },
  },
  generateOf: (report: string) => `Gerar ${report}`,
}
