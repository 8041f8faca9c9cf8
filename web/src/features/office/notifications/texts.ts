import { formatInteger } from '@/ui'

export const texts = {
  title: 'Notificações',
  /** Name of the bell with how many are new. */
  withNew: (count: number) => `Notificações, ${formatInteger(count)} ${count === 1 ? 'nova' : 'novas'}`,
  /** On the bell, where there is room for two characters. */
  loadFailed: 'Erro ao carregar notificações',
  retry: 'Tentar de novo',
  emptyTitle: 'Nenhuma notificação',
  emptyText: 'Aqui aparecem avisos de certificado, de configuração da SEFAZ e de importações.',
  isNew: 'Nova',
  tones: { info: 'Informação', aviso: 'Aviso', erro: 'Erro' },
  actions: {
    certificado_vencendo: 'Renovar',
    certificado_vencido: 'Renovar',
    certificado_ausente: 'Enviar',
    sefaz_pendente: 'Configurar',
    logo_sistema_retirado: 'Enviar outro',
    logo_documentos_retirado: 'Enviar outro',
    importacao_pronta: 'Conferir',
    importacao_aplicada: 'Ver',
    importacao_falhou: 'Ver',
    backup_falhou: 'Ver',
    proxy_nao_confiavel: 'Ver',
    backup_atrasado: 'Ver',
    nota_alerta: 'Ver',
    regras_fiscais: 'Ver',
    prazo_contingencia: 'Ver',
    prazo_inutilizacao: 'Ver',
    serie_parada: 'Confirmar número',
    email_repetido: 'Corrigir',
    email_trocado: 'Ver',
    senha_trocada: 'Ver',
    segundo_fator_mudado: 'Ver',
    certificado_trocado: 'Ver',
    ambiente_trocado: 'Ver',
  },
}
