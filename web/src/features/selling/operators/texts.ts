export const texts = {
  title: 'Quem vai vender?',
  choose: 'Escolha pelo número e digite o PIN.',
  people: 'Pessoas com PIN',
  pin: 'PIN',
  pinOf: (name: string) => `PIN de ${name}`,
  none: 'Ninguém tem PIN nesta empresa. Cada pessoa cria o seu em Minha conta.',
  loading: 'Buscando as pessoas…',
  back: (name: string) => `Voltar para ${name}`,
  ended: (name: string) => `O PIN de ${name} precisa ser digitado de novo. A venda continua na tela.`,
  change: 'Trocar pessoa',
  /** On a key: the first name is enough, and fits. */
  selling: (name: string) => `Vendendo: ${name.split(' ', 1)[0]}`,
  took: (name: string) => `Vendendo: ${name}`,
  failed: 'Não foi possível trocar a pessoa',
} as const
