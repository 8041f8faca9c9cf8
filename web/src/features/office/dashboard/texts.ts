import { formatInteger } from '@/ui'

const counted = (base: 'notas' | 'pedidos', count: number) => {
  const [one, many] = base === 'notas' ? ['nota', 'notas'] : ['pedido', 'pedidos']
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}

export const texts = {
  title: 'Dashboard',
  greetings: { morning: 'Bom dia', afternoon: 'Boa tarde', night: 'Boa noite' },
  noCompanyTitle: 'Nenhuma Empresa',
  firstCompanyText: 'Comece cadastrando a empresa que vai vender. Bastam os dados do CNPJ e o endereço.',
  chooseCompanyText: 'Escolha no alto da tela a empresa em que você vai trabalhar.',
  askAccessText: (email: string) =>
    `Sua conta ainda não tem acesso a nenhuma empresa. Peça a quem administra o sistema que libere uma para ${email}.`,
  newCompany: 'Nova Empresa',
  newBudget: 'Novo Orçamento',
  loadFailed: 'Erro ao carregar dados',

  counted,
  /** What the figures stand on. */
  bases: { notas: 'notas', pedidos: 'pedidos' },
  metrics: {
    revenue: 'Faturamento do mês',
    over: (before: string) => `sobre ${before}`,
    growth: 'Crescimento',
    difference: (amount: string, isLess: boolean, day: number) =>
      `${amount} a ${isLess ? 'menos' : 'mais'} que até o dia ${day}`,
    nothingBefore: (before: string) => `sem vendas em ${before} para comparar`,
    customers: 'Clientes únicos',
    fresh: (count: number) => (count === 1 ? '1 novo' : `${formatInteger(count)} novos`),
    back: (count: number) => (count === 1 ? '1 voltou' : `${formatInteger(count)} voltaram`),
    ticket: 'Ticket médio',
    none: '–',
  },

  today: {
    title: 'Hoje',
    /** 'sexta passada' */
    last: (weekday: string) => `${weekday} ${/o$/.test(weekday) ? 'passado' : 'passada'}`,
    note: (now: string, before: string, amount: string, isToNow: boolean) =>
      isToNow ? `até ${now} · ${before} no mesmo horário ${amount}` : `até ${now} · ${before} ${amount}`,
    chart: 'Vendas de hoje por hora',
    hour: 'Hora',
    value: 'Valor',
    at: (hour: number) => `das ${hour}h às ${hour + 1}h`,
  },

  days: {
    title: 'Últimos 14 dias',
    note: {
      notas: 'notas menos devoluções · o traço é o mesmo dia da semana anterior',
      pedidos: 'pedidos · o traço é o mesmo dia da semana anterior',
    },
    empty: {
      notas: 'Nenhuma nota nos últimos 14 dias. As barras aparecem com a primeira.',
      pedidos: 'Nenhum pedido nos últimos 14 dias. As barras aparecem com o primeiro.',
    },
    day: 'Dia',
    value: 'Valor',
    before: 'semana anterior',
  },

  toResolve: 'Para resolver',

  latest: {
    tills: 'Caixas abertos',
    till: 'Caixa',
    noTill: 'Nenhum caixa aberto agora.',
    since: (operador: string, time: string) => `${operador}, desde ${time}`,
    receipts: 'Últimas notas',
    noReceipt: 'Nenhuma nota ainda.',
    anonymous: 'Consumidor não identificado',
    budgets: 'Últimos orçamentos',
    all: 'Ver todos',
    noBudget: 'Nenhum orçamento ainda. O primeiro aparece aqui assim que for salvo.',
    noClient: 'Cliente Não Informado',
  },

  stepsTitle: 'Primeiros passos',
  stepsText: (company: string) => `O que ${company} precisa para emitir a primeira nota`,
  done: 'Pronto',
  steps: {
    empresa: { title: 'Cadastrar a empresa', action: 'Conferir' },
    certificado: { title: 'Enviar o certificado digital A1', action: 'Enviar' },
    csc: { title: 'Configurar a SEFAZ', action: 'Configurar' },
    produtos: { title: 'Cadastrar os produtos', action: 'Cadastrar' },
    nota: { title: 'Emitir a primeira nota', text: 'Comece em homologação: não tem valor fiscal.', action: 'Vender' },
  },
  allSteps: 'Ver tudo em Pronto para emitir',
}
