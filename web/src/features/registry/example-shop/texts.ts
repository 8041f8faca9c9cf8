export const texts = {
  offer: 'Conhecer com dados de exemplo',
  offerText:
    'Uma loja inventada, com produtos, pessoas, pedidos e notas de hoje. Sai com um clique quando você quiser.',
  building: 'Montando a loja de exemplo',
  createFailed: 'A loja de exemplo não foi criada',
  tryAgain: 'Tentar de novo',
  stopped: (why: string | null) => `A loja de exemplo parou no meio. ${why ?? 'Tente de novo.'}`,

  strip: 'Dados de exemplo',
  stripName: 'DADOS DE EXEMPLO',
  stripText: 'Esta loja é inventada. Venda à vontade: as notas vão para o simulador, nunca para a SEFAZ.',
  stripShortText: 'Loja inventada',
  stripProgress: (done: number, total: number) => `Montando a loja: ${done} de ${total}`,
  remove: 'Remover dados de exemplo',
  removeShort: 'Remover',

  removal: {
    title: 'Remover os dados de exemplo?',
    text: 'Saem a empresa inventada, os produtos, as pessoas e os pedidos que vieram com ela, também os que você alterou, o que está na lixeira dela e todas as vendas feitas no simulador. O registro do que foi feito fica.',
    confirm: 'Remover dados de exemplo',
    done: 'Dados de exemplo removidos',
    failed: 'Os dados de exemplo não foram removidos',
  },
  kept: { title: 'Ainda há dados seus aqui', understood: 'Entendi' },
} as const
