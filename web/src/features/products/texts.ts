export const texts = {
  title: 'Produtos',
  newTitle: 'Novo Produto',
  editTitle: 'Editar Produto',
  noCompanyTitle: 'Nenhuma Empresa Ativa',
  noCompanyText: 'Os produtos são de cada empresa. Escolha uma empresa no alto da tela.',
  comingTitle: 'Aqui ficarão os produtos da empresa',
  comingText: 'Código, descrição, NCM, unidade e os impostos de cada produto, prontos para orçamentos e notas.',
  formComingTitle: 'O cadastro de produtos ainda não abriu',
  formComingText: 'Para cadastrar um produto bastarão o código e a descrição; os impostos virão em seções à parte.',
}
