export const texts = {
  title: 'Logs',
  comingTitle: 'Aqui ficará o registro do que foi feito',
  comingText: 'Quem fez, o quê e quando, com filtro por tipo e por data. O registro já está sendo guardado.',
}
