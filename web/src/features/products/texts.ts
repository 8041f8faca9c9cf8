import type { ChangeKind, ChangeWords } from '@/ui'

/** Short names of the origins, for a line of summary. */
const ORIGINS: Readonly<Record<string, string>> = {
  0: 'Nacional',
  1: 'Importação direta',
  2: 'Importada, do mercado interno',
  3: 'Nacional, 40% a 70% importado',
  4: 'Nacional, processo básico',
  5: 'Nacional, até 40% importado',
  6: 'Importação direta, sem similar',
  7: 'Importada, sem similar',
  8: 'Nacional, mais de 70% importado',
}

export const texts = {
  title: 'Produtos',
  newTitle: 'Novo Produto',
  editTitle: 'Editar Produto',
  newProduct: 'Novo Produto',
  search: 'Buscar por código, descrição ou EAN',
  tabs: { ativos: 'Ativos', inativos: 'Inativos', sem_ncm: 'Sem NCM', todos: 'Todos', lixeira: 'Lixeira' },
  columns: {
    prod_cProd: 'Código',
    prod_xProd: 'Descrição',
    prod_NCM: 'NCM',
    prod_uCOM: 'Unidade',
    prod_vUnCOM: 'Valor unitário',
    prod_cEAN: 'EAN',
    prod_CFOP: 'CFOP',
    prod_ativo: 'Situação',
    created_at: 'Criado em',
    updated_at: 'Alterado em',
  },
  allUnits: 'Todas as unidades',
  allNcm: 'Todos os NCM',
  perUnit: (unit: string) => `por ${unit}`,
  noNcm: 'sem NCM',
  active: 'Ativo',
  inactive: 'Inativo',
  noCompanyTitle: 'Nenhuma Empresa Ativa',
  noCompanyText: 'Os produtos são de cada empresa. Escolha uma empresa no alto da tela.',
  noCompanySave: 'Nenhuma empresa ativa selecionada para salvar o produto.',
  emptyTitle: 'Nenhum produto cadastrado',
  emptyText: (company: string) =>
    `Os produtos de ${company} aparecem aqui. Só o código e a descrição são obrigatórios.`,
  registerFirst: 'Cadastrar o primeiro',
  importSheet: 'Importar planilha',
  exportProducts: (count: string) => `Exportar ${count} ${count === '1' ? 'produto' : 'produtos'}`,
  loadListFailed: 'Erro ao carregar produtos',
  loadFailed: 'Erro ao carregar produto',
  loading: 'Carregando produto…',
  loadingRegime: 'Carregando o regime tributário da empresa…',
  missing: {
    title: 'Produto não encontrado',
    text: 'Ele foi excluído, ou é de outra empresa.',
    back: 'Voltar para Produtos',
  },
  inBinTitle: 'Este produto está na lixeira',
  inBinText: (name: string) => `${name} foi excluído. Restaure para editar. Depois de 30 dias ele é apagado de vez.`,
  ofCompany: (company: string) => `De ${company}`,

  actions: { edit: 'Editar', duplicate: 'Duplicar' },
  changes: {
    restore: {
      label: 'Restaurar',
      done: (count: number) => (count === 1 ? 'Produto restaurado.' : `${count} produtos restaurados.`),
      failed: 'Erro ao restaurar produto',
    },
    activate: {
      label: 'Ativar',
      done: (count: number) => (count === 1 ? 'Produto ativado.' : `${count} produtos ativados.`),
      failed: 'Erro ao alterar produto',
    },
    deactivate: {
      label: 'Desativar',
      done: (count: number) => (count === 1 ? 'Produto desativado.' : `${count} produtos desativados.`),
      failed: 'Erro ao alterar produto',
    },
    delete: {
      label: 'Excluir',
      ask: {
        title: (count: number) => (count === 1 ? 'Excluir produto' : 'Excluir produtos'),
        one: 'Tem certeza que deseja excluir o produto',
        many: (count: number) => `Tem certeza que deseja excluir ${count} produtos?`,
        text: (count: number) =>
          count === 1
            ? 'Vai para a lixeira e pode ser restaurado por 30 dias. Usado em orçamento, é desativado.'
            : 'Vão para a lixeira e podem ser restaurados por 30 dias. Os usados em orçamentos são desativados.',
        confirm: (count: number) => (count === 1 ? 'Excluir produto' : `Excluir ${count} produtos`),
        isDanger: true,
      },
      done: (count: number) => (count === 1 ? 'Produto excluído!' : `${count} produtos excluídos!`),
      failed: 'Erro ao excluir',
    },
  } satisfies Record<ChangeKind, ChangeWords>,
  inUse: {
    title: (count: number) => (count === 1 ? 'Produto desativado' : `${count} produtos desativados`),
    text: (names: readonly string[]) =>
      names.length === 1
        ? `${names.join()} está em orçamentos e por isso não pode ser excluído. Ele ficou inativo.`
        : `${names.length} estão em orçamentos e por isso não podem ser excluídos. Eles ficaram inativos.`,
  },

  save: 'Salvar Produto',
  saveAndNew: 'Salvar e novo',
  saveFailed: 'Erro ao salvar',
  success: 'Sucesso!',
  created: 'Produto criado com sucesso.',
  updated: 'Produto atualizado com sucesso.',
  copied: (name: string) => `Cópia de ${name}`,
  yes: 'Sim',
  no: 'Não',
  sections: {
    general: 'Dados Gerais',
    taxable: 'Dados Tributáveis',
    icms: 'ICMS',
    pis: 'PIS',
    cofins: 'COFINS',
    ipi: 'IPI',
    ibscbs: 'IBS e CBS',
  },
  doesNotApply: 'Não se aplica',
  origin: (code: string) => `origem ${code}${ORIGINS[code] ? `, ${ORIGINS[code]}` : ''}`,
  csosn: 'CSOSN',
  cst: 'CST do ICMS',
  referenceFailedTitle: 'Erro',
  referenceFailed: 'Não foi possível carregar as tabelas fiscais.',
  notInTable: (code: string) => `${code} (fora da tabela)`,

  /** Why some fields are folded away. */
  why: {
    chooseCsosn: 'dependem do CSOSN escolhido',
    chooseCst: 'dependem do CST escolhido',
    unused: (code: string) => `o ${code} não usa; o que estiver neles fica guardado`,
    simplesIbsCbs: 'No Simples Nacional e no MEI, só a partir de janeiro de 2027',
    ipi: 'A NFC-e não leva IPI',
  },
  otherFields: (count: number) => (count === 1 ? '1 campo que não se aplica' : `${count} campos que não se aplicam`),
}
