import type { LessonKey, Step } from './lessons'

/** Over the counter while one practises. */
export const stripTexts = {
  strip: 'Treino',
  name: 'TREINO',
  text: 'É só treino: as notas vão para um simulador, e pedidos, caixa e totais não mudam.',
  leave: 'Sair do treino',
  conditions: {
    label: 'Condições',
    asIf: (day: string) => `Como se fosse ${day}.`,
    strict: 'A SEFAZ recusa nota sem IBS e CBS.',
    title: 'Condições do treino',
    text: 'Experimente as regras de outro dia. Vale para todos que treinam nesta empresa; as vendas de verdade ficam como estão.',
    day: 'Como se fosse o dia',
    dayHelp: 'De hoje até daqui a um ano. Em branco: hoje',
    demand: 'A SEFAZ recusa nota sem IBS e CBS (1115)',
    save: 'Treinar assim',
    saved: 'Condições do treino mudadas.',
    failed: 'Não foi possível mudar as condições',
  },
  clear: {
    label: 'Apagar treino',
    title: 'Apagar o treino?',
    text: 'Todas as vendas e notas de treino desta empresa serão apagadas, também as de outras pessoas. As de verdade ficam.',
    confirm: 'Apagar treino',
    done: 'Treino apagado',
    failed: 'Não foi possível apagar o treino',
  },
}

export const texts = {
  guide: 'Vendas guiadas',
  lesson: (at: number, of: number, name: string) => `Venda ${at} de ${of}: ${name}`,
  lessons: {
    cash: 'uma venda simples',
    cpf: 'com CPF na nota',
    refused: 'quando a SEFAZ recusa',
    offline: 'quando a SEFAZ não responde',
    cancel: 'cancelar uma nota',
    builder: 'nota para uma construtora',
  },
  steps: {
    items: () => 'Digite o código ou o nome de um produto e aperte Enter.',
    cpf: () => 'O consumidor quer o CPF na nota: aperte F3 e digite 529.982.247-25.',
    company: () =>
      'Uma construtora compra: aperte F3 e digite o CNPJ de uma empresa. Se for nova, cadastre com o endereço.',
    pay: () => 'Aperte F8, escolha a forma de pagamento e confirme com Enter.',
    issue: () => 'Está tudo pago. Aperte F10 para emitir.',
    wait: (lesson) =>
      lesson === 'offline'
        ? 'A SEFAZ não responde. Espere: em alguns segundos a venda sai em contingência, com outro número.'
        : 'A nota está a caminho da SEFAZ…',
    retry: () =>
      'A SEFAZ recusou, desta vez de propósito. Leia o motivo no cartão da nota; na vida real ele seria corrigido. Aperte Tentar de novo.',
    cancel: () => 'Autorizada. O cliente desistiu: abra a nota e use “Cancelar nota…”, com um motivo.',
    done: (lesson) =>
      ({
        cash: 'Autorizada! É assim na maioria das vendas: produto, F8, F10.',
        cpf: 'Autorizada, com o CPF do consumidor.',
        refused: 'Autorizada na segunda vez, com o mesmo número. Nada se perdeu.',
        offline:
          'A nota saiu em contingência: imprima as duas vias e entregue uma ao cliente. O Balcão a envia sozinho quando a SEFAZ voltar.',
        cancel: 'Cancelada. Isso só é possível nos primeiros 30 minutos.',
        builder: 'Autorizada: uma NF-e. Empresa recebe sempre NF-e, e o Balcão escolhe sozinho.',
      })[lesson],
    again: () => 'Desta vez aconteceu outra coisa. Faça mais uma venda para ver este caso.',
  } satisfies Record<Step, (lesson: LessonKey) => string>,
  next: 'Próxima',
  skip: 'Pular',
  repeat: 'Repetir',
  openReceipt: 'Abrir a nota',
  over: 'Treino completo',
  overText: 'Você já sabe vender, também quando a SEFAZ recusa ou não responde.',
  anew: 'Recomeçar',
  tryAgain: 'Tentar de novo',
  failed: 'O simulador não respondeu. Tente de novo.',
}
