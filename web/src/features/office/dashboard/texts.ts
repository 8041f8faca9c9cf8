import { formatInteger } from '@/ui'

const orders = (count: number) =>
  count === 0 ? 'Nenhum pedido' : count === 1 ? '1 pedido' : `${formatInteger(count)} pedidos`

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

  orders,
  metrics: {
    revenue: 'Faturamento do mês',
    orders: (count: number) => `${orders(count)} neste mês`,
    growth: 'Crescimento',
    before: (amount: string, month: string) => `sobre ${amount} em ${month}`,
    nothingBefore: (month: string) => `sem vendas em ${month} para comparar`,
    customers: 'Clientes únicos',
    customersDetail: 'com pedido neste mês',
    ticket: 'Ticket médio',
    ticketDetail: 'por pedido deste mês',
    noOrders: 'sem pedidos neste mês',
    none: '–',
  },

  chart: {
    title: 'Vendas por mês',
    note: 'pedidos dos últimos 12 meses',
    label: 'Vendas por mês',
    month: (month: string, amount: string, count: string) => `${month}: ${amount}, ${count.toLowerCase()}`,
    asTable: 'Ver em tabela',
    asBars: 'Ver em barras',
    columns: { month: 'Mês', orders: 'Pedidos', total: 'Total' },
    empty: 'Nenhum pedido nos últimos 12 meses. As barras aparecem com o primeiro.',
  },

  toSettle: 'Para resolver',

  latest: {
    title: 'Últimos orçamentos',
    all: 'Ver todos',
    empty: 'Nenhum orçamento ainda. O primeiro aparece aqui assim que for salvo.',
    columns: {
      number: 'Número',
      date: 'Data',
      client: 'Cliente',
      seller: 'Vendedor',
      kind: 'Tipo',
      status: 'Situação',
      total: 'Total',
    },
    named: (kind: string, number: string) => `${kind} ${number}`,
    noClient: 'Cliente Não Informado',
    invoiced: 'Faturado',
    pending: 'Pendente',
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
