/** The name people use for a company: its trade name, else its legal one. */
export function shortNameOf(company: { razao_social: string; nome_fantasia: string | null }): string {
  return company.nome_fantasia || company.razao_social
}
