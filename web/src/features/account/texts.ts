export const texts = {
  title: 'Minha conta',
  whoTitle: 'Seus dados',
  name: 'Nome',
  noName: 'Não informado',
  email: 'E-mail',
  role: 'Função',
  lookTitle: 'Aparência',
  themeText: 'Vale só para este navegador.',
  laterTitle: 'O que ainda vem',
  laterText:
    'Aqui você poderá trocar seu nome e sua senha e ver em quais aparelhos sua conta está aberta. Até lá, quem cuida do sistema pode redefinir sua senha.',
}
