export const texts = {
  title: 'Orçamentos',
  newTitle: 'Novo Orçamento',
  editTitle: 'Editar Orçamento',
  noCompanyTitle: 'Nenhuma Empresa Ativa',
  noCompanyText: 'Os orçamentos são de cada empresa. Escolha uma empresa no alto da tela.',
  comingTitle: 'Aqui ficarão orçamentos e pedidos',
  comingText: 'Com cliente, itens, parcelas e entrega na obra, e a situação de cada um: Pendente ou Faturado.',
  formComingTitle: 'O formulário de orçamento ainda não abriu',
  formComingText: 'Para um orçamento bastarão a data e o cliente; os itens virão dos produtos da empresa.',
}
