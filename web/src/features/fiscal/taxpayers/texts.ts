export const texts = {
  filled: (uf: string) => `Da SEFAZ de ${uf}. Confira.`,
  asking: 'Procurando no cadastro da SEFAZ…',
  unknown: (uf: string) => `Não consta no cadastro da SEFAZ de ${uf}. Digite os dados.`,
  notEnabled: (uf: string) => `A inscrição não está habilitada na SEFAZ de ${uf}. Confira com o cliente.`,
  several: (count: number, uf: string) => `Tem ${count} inscrições na SEFAZ de ${uf}. Qual é?`,
  choice: (inscricao: string | null, where: string | null, isEnabled: boolean) =>
    [inscricao ? `IE ${inscricao}` : 'Sem IE', where, isEnabled ? null : 'não habilitada'].filter(Boolean).join(' · '),
}
