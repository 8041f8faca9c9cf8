/** Of windows that the first view does not draw. */
export const texts = {
  discount: {
    title: 'Desconto na venda',
    label: 'Desconto',
    help: '10 ou 10,50 em reais; 5% dos itens. Deixe vazio para tirar.',
    wrong: 'Digite um valor em reais ou uma porcentagem, até o total dos itens.',
    confirm: 'Dar desconto',
    aboveLimit: (limit: string) => `Passa do seu limite de ${limit}%. Ao emitir, um gerente autoriza.`,
  },
  price: {
    title: 'Preço do item',
    label: 'Desconto ou novo preço',
    help: '2,50 em reais ou 5% tira do item; =8,90 cobra isso por unidade. Deixe vazio para tirar o desconto.',
    wrong: 'Digite um valor em reais, uma porcentagem ou = e o preço, até o valor do item.',
    dearer: (price: string) => `O preço do cadastro é ${price}. Para cobrar mais, mude o preço no cadastro.`,
    confirm: 'Mudar preço',
  },
  quantity: {
    title: 'Quantidade',
    wrong: 'Digite uma quantidade maior que zero, com até 4 casas.',
    confirm: 'Mudar quantidade',
  },
}
