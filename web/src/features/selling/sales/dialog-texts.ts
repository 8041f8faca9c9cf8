/** Of windows that the first view does not draw. */
export const texts = {
  discount: {
    title: 'Desconto na venda',
    label: 'Desconto',
    help: '10 ou 10,50 em reais; 5% dos itens. Deixe vazio para tirar.',
    wrong: 'Digite um valor em reais ou uma porcentagem, até o total dos itens.',
    confirm: 'Dar desconto',
  },
  quantity: {
    title: 'Quantidade',
    wrong: 'Digite uma quantidade maior que zero, com até 4 casas.',
    confirm: 'Mudar quantidade',
  },
}
