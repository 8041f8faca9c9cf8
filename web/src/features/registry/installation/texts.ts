export const texts = {
  filled: 'Preenchido pelo CEP. Confira.',
  unknown: 'CEP não encontrado. Digite o endereço.',
}
