import type { Notification } from '@/api'

/** Where what a notification is about gets settled; null where there is no such place. */
export function settledAt({ tipo, company, alvo_id }: Notification): string | null {
  switch (tipo) {
    case 'certificado_vencendo':
    case 'certificado_vencido':
    case 'certificado_ausente':
      return company && `/app/companies?certificado=${company.id}`
    case 'sefaz_pendente':
      return company && `/app/sefaz?empresa=${company.id}`
    case 'importacao_pronta':
    case 'importacao_aplicada':
    case 'importacao_falhou': {
      // Products are imported into a company, people for everyone.
      const page = company ? `/app/products/import?empresa=${company.id}` : '/app/people/import'
      return alvo_id ? `${page}${company ? '&' : '?'}importacao=${alvo_id}` : page
    }
  }
}
