import type { Notification } from '@/api'
import { certificatePath, importPath, ofCompany, paths, receiptsPath } from '@/app/paths'

/** Where what a notification is about gets settled; null where there is no such place. */
export function settledAt({ tipo, company, alvo_id }: Notification): string | null {
  switch (tipo) {
    case 'certificado_vencendo':
    case 'certificado_vencido':
    case 'certificado_ausente':
    case 'certificado_trocado':
      return company && certificatePath(company.id)
    case 'sefaz_pendente':
    case 'serie_parada':
    case 'ambiente_trocado':
      return company && ofCompany(paths.sefaz, company.id)
    case 'logo_sistema_retirado':
    case 'logo_documentos_retirado':
      return company && paths.companies.edit(company.id)
    case 'importacao_pronta':
    case 'importacao_aplicada':
    case 'importacao_falhou':
      return importPath(company?.id ?? null, alvo_id)
    case 'backup_falhou':
    case 'backup_atrasado':
    case 'proxy_nao_confiavel':
    case 'atualizacao_falhou':
    case 'banco_recusado':
    case 'banco_assincrono':
      return null // on the server's machine
    case 'email_repetido':
      return paths.users
    case 'senha_trocada':
    case 'email_trocado':
    case 'segundo_fator_mudado':
    case 'pin_mudado':
    case 'pin_errado':
      return paths.account
    case 'nota_alerta':
      return company && alvo_id && ofCompany(paths.receipts.one(alvo_id), company.id)
    case 'regras_fiscais':
      return null // the program's own new version
    case 'ibscbs_pendente':
      return company && ofCompany(paths.readiness, company.id)
    case 'prazo_contingencia':
      return company && receiptsPath(company.id, 'contingencia')
    case 'prazo_inutilizacao':
      return company && ofCompany(paths.receipts.numbers, company.id)
  }
}
