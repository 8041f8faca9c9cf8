/**
 * What each figure means, in the words of the help beside it: the only place. Its names and meanings are those of
 * docs/figures.md; a test holds the two against each other.
 */
export const MEANINGS = {
  Autorizado: 'Soma das notas que estão autorizadas agora, no dia e na hora que a nota tem impressos.',
  Cancelado:
    'Soma das notas que estão canceladas agora, no dia em que foram emitidas. Não entra em nenhum outro número.',
  Devolvido: 'Soma do que os clientes devolveram, no dia em que a mercadoria voltou.',
  Entradas:
    'Soma das NF-e de entrada autorizadas, da mercadoria que voltou. Não entra em nenhum outro número: Devolvido conta a própria devolução.',
  Faturado: 'Autorizado menos devolvido. Nota cancelada sai do dia dela, mesmo que o cancelamento venha depois.',
  Desconto: 'Desconto dado nas notas autorizadas: o dos itens e o da venda inteira.',
  'Desconto %': 'Desconto dividido pelo que as notas valeriam sem ele.',
  'Ticket médio': 'Autorizado dividido pelo número de notas autorizadas.',
  Vendido: 'Soma dos pedidos que ainda não foram faturados, pela data da venda; sem ela, pela data do orçamento.',
  Pedidos: 'Soma de todos os pedidos, também dos já faturados, pela data da venda; sem ela, pela data do orçamento.',
  Recebido: 'O que entrou nos caixas por vendas, menos o que foi devolvido, por forma de pagamento.',
  'Por forma de pagamento': 'Pagamentos das notas autorizadas. O troco é descontado do dinheiro.',
  'Por produto':
    'Total de cada item, menos a parte dele no desconto e mais a parte no acréscimo e no frete: somados, os produtos dão o total das notas.',
  Clientes: 'Clientes diferentes, pelo cadastro ou pelo CPF na nota. Vendas sem um nem outro são contadas à parte.',
  Novo: 'A primeira compra do cliente está neste período.',
  Variação: 'Quanto mudou em relação ao período comparado. Sem nada antes, não há variação.',
  ABC: 'Do maior para o menor valor: A até somar 80 %, B até 95 %, C o resto.',
} as const

export type Meaning = keyof typeof MEANINGS
