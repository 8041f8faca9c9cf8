export const texts = {
  title: 'Ajuda',
  search: 'Buscar na ajuda',
  topics: 'Assuntos',
  guides: 'Guias',
  questions: 'Perguntas frequentes',
  nothing: (search: string) => `Nada com “${search}”`,
  nothingText: 'Tente outra palavra, ou fale com quem administra a instalação.',
  clear: 'Limpar busca',
  found: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  contacts: {
    title: 'Contatos',
    support: {
      title: 'Suporte',
      text: 'Acessos, senhas, cópia de segurança e erros. Tenha à mão a versão (no pé do menu) e o código que a mensagem de erro mostra.',
      ask: 'Fale com quem administra o Balcão na sua empresa.',
      email: 'E-mail',
      phone: 'Telefone',
    },
    items: [
      {
        title: 'Seu contador',
        text: 'Impostos, NCM, CFOP, regime tributário, e o que fazer com uma nota errada.',
      },
      {
        title: 'SEFAZ do seu estado',
        text: 'Credenciamento para emitir NFC-e, CSC e id do CSC, e avisos de serviço fora do ar. O atendimento é pelo portal da SEFAZ de cada estado.',
      },
    ],
  },
}
