export const texts = {
  title: 'A nota sai antes de o cliente guardar o troco.',
  tagline:
    'Balcão emite NFC-e, faz orçamentos e cuida do cadastro de uma ou de várias empresas, no teclado e em português claro.',
  enterSystem: 'Acessar Sistema',
  enterPanel: 'Acessar Painel',
  receiptLabel: 'Exemplo de cupom de NFC-e, sem valor fiscal',
  keyboard: 'Do leitor ao cupom sem mouse',
  keyboardText: 'Uma tela, sete teclas, Enter para a próxima venda.',
  companies: 'Várias empresas, um acesso',
  companiesText: 'A cor da empresa fica no topo de cada tela.',
  testing: 'Teste sem susto',
  testingText: 'Nos testes uma faixa no topo avisa que nada vale; na produção, nunca.',
}
