export const texts = {
  title: 'Pessoas',
  newTitle: 'Nova Pessoa',
  editTitle: 'Editar Pessoa',
  comingTitle: 'Aqui ficarão seus clientes e fornecedores',
  comingText: 'Pessoas físicas e jurídicas com documento, endereço e contato, para usar em orçamentos e notas.',
  formComingTitle: 'O cadastro de pessoas ainda não abriu',
  formComingText: 'Para cadastrar alguém bastarão o CPF ou CNPJ e o nome.',
}
