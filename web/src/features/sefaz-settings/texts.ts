export const texts = {
  title: 'Configurações da SEFAZ',
  noCompanyTitle: 'Nenhuma Empresa Selecionada',
  noCompanyText: 'As configurações são de cada empresa. Escolha uma empresa no alto da tela.',
  comingTitle: 'Aqui ficarão as configurações da SEFAZ',
  comingText: 'Ambiente, série, próximo número e o CSC da empresa, com um teste de conexão.',
}
