import { formatDate } from '@/ui'
import type { IssuingReadiness } from '@/api'

type Action = NonNullable<IssuingReadiness['itens'][number]['acao']>

export const texts = {
  title: 'Pronto para emitir',
  noCompanyText: 'Escolha no alto da tela a empresa que vai emitir notas.',
  loading: 'Conferindo…',
  loadFailed: 'Não foi possível conferir',
  loadFailedText: 'Confira a ligação com o servidor e tente de novo.',
  checkedAt: (company: string, time: string) => `${company} · conferido hoje às ${time}`,
  again: 'Conferir de novo',
  saleSettings: 'Configurações de venda',
  turnOn: 'Ligar produção',
  of: (count: number) => `de ${count}`,
  progress: (ready: number, count: number) => `${ready} de ${count} prontos`,
  counts: {
    ok: (count: number) => (count === 1 ? '1 pronto' : `${count} prontos`),
    atencao: (count: number) => (count === 1 ? '1 pede atenção' : `${count} pedem atenção`),
    falta: (count: number, numbers: string) =>
      count === 1 ? `1 falta para ligar a produção: ${numbers}` : `${count} faltam para ligar a produção: ${numbers}`,
  },
  missing: 'Falta para ligar a produção',
  attention: 'Pede atenção, mas não impede',
  ready: 'Pronto',
  badges: { falta: 'Falta', atencao: 'Atenção' },
  allReady: 'Tudo pronto. Ligue a produção nas configurações da SEFAZ quando quiser vender com valor fiscal.',
  actions: {
    empresa: 'Completar a empresa',
    certificado: 'Enviar certificado',
    sefaz: 'Abrir configurações da SEFAZ',
    sefaz_teste: 'Testar a conexão',
    produtos: 'Ver produtos',
    produto_novo: 'Cadastrar produto',
    produtos_ibscbs: 'Ver produtos',
    perfis_fiscais: 'Ver perfis fiscais',
    tabelas_fiscais: 'Ver tabelas fiscais',
    responsavel_tecnico: 'Preencher responsável',
    configuracoes_venda: 'Abrir configurações',
    ibpt: 'Enviar a tabela',
    estacoes: 'Abrir estações',
    treino: 'Abrir Vender',
    nota_teste: 'Vender uma nota de teste',
  } satisfies Record<Action, string>,
  mark: 'Marcar como feito',
  unmark: 'Desmarcar',
  markFailed: 'Não foi possível marcar',
  marked: (who: string | null, when: string) => `Marcado por ${who ?? 'alguém'} em ${formatDate(when)}`,
}
