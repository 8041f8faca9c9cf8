export const texts = {
  title: 'Ajuda',
  comingTitle: 'Aqui ficará a ajuda',
  comingText: 'Perguntas frequentes, guias passo a passo e como falar com o suporte.',
}
