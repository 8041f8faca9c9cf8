export const texts = {
  title: 'Usuários',
  comingTitle: 'Aqui ficarão os usuários',
  comingText: 'Quem entra no sistema, com qual função e em quais empresas. Quem se registra já aparecerá na lista.',
}
