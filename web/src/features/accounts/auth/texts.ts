export const texts = {
  'sign-in': {
    heading: 'Bem-vindo de volta!',
    intro: 'Entre com o e-mail da sua empresa.',
    submit: 'Entrar',
    question: 'Ainda não tem conta?',
    toggle: 'Registre-se',
    failed: 'Sign in Failed',
    refused: 'Não foi possível entrar.',
  },
  'sign-up': {
    heading: 'Crie sua conta',
    intro: 'A senha precisa de pelo menos 12 caracteres.',
    submit: 'Registrar',
    question: 'Já tem conta?',
    toggle: 'Faça login',
    failed: 'Sign up Failed',
    refused: 'Não foi possível criar a conta.',
  },
  first: {
    heading: 'Boas-vindas ao Balcão!',
    intro: 'Crie a primeira conta: ela administra este Balcão. A senha precisa de pelo menos 12 caracteres.',
  },
  forgotten: {
    question: 'Esqueci minha senha',
    answer: 'Peça a quem administra o Balcão da sua empresa: em Usuários, ele dá a você uma senha nova.',
    admin: 'Você é quem administra? No computador onde o Balcão está instalado, o comando é',
    command: 'balcao user reset-password',
  },
  closed: 'Só quem administra o Balcão cria contas aqui. Peça a sua.',
  fallback: 'Something went wrong',
  email: 'E-mail',
  password: 'Senha',
  setupCode: 'Código de instalação',
  setupCodeHelp: 'Só para a primeira conta, que administra. O código aparece no servidor quando o Balcão inicia.',
  code: 'Código',
  codeHelp: 'O que o aplicativo do celular mostra agora. Sem o celular, use um código de recuperação.',
  codeMissing: 'Digite o código.',
  emailMissing: 'Informe o e-mail.',
  emailFormat: 'E-mail inválido. Exemplo: nome@empresa.com.br',
  passwordMissing: 'Informe a senha.',
  wait: (seconds: number) =>
    seconds === 1
      ? 'Muitas tentativas seguidas. Tente de novo em 1 segundo.'
      : `Muitas tentativas seguidas. Tente de novo em ${seconds} segundos.`,
  slogan: 'Vender, receber, emitir.',
  sloganText: 'O resto do balcão pode esperar.',
  version: (version: string) => `Versão ${version}`,
} as const
