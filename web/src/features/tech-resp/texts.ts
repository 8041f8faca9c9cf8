export const texts = {
  title: 'Responsável Técnico',
  noCompanyTitle: 'Nenhuma Empresa Ativa',
  noCompanyText: 'O responsável técnico é de cada empresa. Escolha uma empresa no alto da tela.',
  comingTitle: 'Aqui ficarão os dados do responsável técnico',
  comingText: 'CNPJ, contato, e-mail e telefone de quem responde pelo sistema, como a SEFAZ pede em cada nota.',
}
