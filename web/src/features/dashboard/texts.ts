export const texts = {
  title: 'Dashboard',
  greetings: { morning: 'Bom dia', afternoon: 'Boa tarde', night: 'Boa noite' },
  noCompanyTitle: 'Nenhuma Empresa',
  firstCompanyText: 'Comece cadastrando a empresa que vai vender. Bastam os dados do CNPJ e o endereço.',
  chooseCompanyText: 'Escolha no alto da tela a empresa em que você vai trabalhar.',
  askAccessText: (email: string) =>
    `Sua conta ainda não tem acesso a nenhuma empresa. Peça a quem administra o sistema que libere uma para ${email}.`,
  newCompany: 'Nova Empresa',
  stepsTitle: 'Primeiros passos',
  stepsText: (company: string) => `O que ${company} precisa para emitir a primeira nota de teste`,
  done: 'Pronto',
  steps: {
    company: { title: 'Cadastrar a empresa', text: 'Dados fiscais e endereço, como saem na nota.', action: 'Conferir' },
    logo: { title: 'Enviar o logo', text: 'Aparece nesta tela e nos orçamentos impressos.', action: 'Enviar' },
    certificate: {
      title: 'Enviar o certificado digital A1',
      text: 'O arquivo .pfx e a senha, na lista de empresas.',
      action: 'Ver empresas',
    },
    sefaz: {
      title: 'Configurar a SEFAZ',
      text: 'Série, próximo número e o CSC, primeiro em homologação.',
      action: 'Abrir',
    },
    products: { title: 'Cadastrar os produtos', text: 'Código, descrição, NCM e impostos.', action: 'Abrir' },
  },
}
