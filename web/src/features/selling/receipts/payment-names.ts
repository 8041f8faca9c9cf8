/** Means of payment (tPag) as they are printed. Source: table of the layout, NT 2020.006 and later. */
const NAMES: Readonly<Record<string, string>> = {
  '01': 'Dinheiro',
  '02': 'Cheque',
  '03': 'Cartão de Crédito',
  '04': 'Cartão de Débito',
  '05': 'Cartão da Loja (Private Label)',
  '10': 'Vale Alimentação',
  '11': 'Vale Refeição',
  '12': 'Vale Presente',
  '13': 'Vale Combustível',
  '14': 'Duplicata Mercantil',
  '15': 'Boleto Bancário',
  '16': 'Depósito Bancário',
  '17': 'Pagamento Instantâneo (PIX) - Dinâmico',
  '18': 'Transferência bancária, Carteira Digital',
  '19': 'Programa de fidelidade, Cashback, Crédito Virtual',
  '20': 'Pagamento Instantâneo (PIX) - Estático',
  '21': 'Crédito em Loja',
  '22': 'Pagamento Eletrônico não Informado - falha de hardware do sistema emissor',
  '90': 'Sem pagamento',
  '91': 'Pagamento Posterior',
  '99': 'Outros',
}

export const paymentName = ({ tPag, xPag }: { tPag: string; xPag: string | null }) => xPag ?? NAMES[tPag] ?? tPag

/** As they are spoken of, where many stand side by side. */
const SHORT: Readonly<Record<string, string>> = {
  '03': 'Crédito',
  '04': 'Débito',
  '05': 'Cartão da loja',
  '14': 'Duplicata',
  '15': 'Boleto',
  '16': 'Depósito',
  '17': 'Pix dinâmico',
  '18': 'Transferência',
  '19': 'Fidelidade',
  '20': 'Pix',
  '21': 'Crédito da loja',
  '22': 'Eletrônico',
  '91': 'A pagar',
}

/** 'Pix', 'Dinheiro' */
export const paymentShortName = (tPag: string): string => SHORT[tPag] ?? NAMES[tPag] ?? tPag

/** To choose from, those of the counter first. */
export const PAYMENT_CHOICES = ['01', '20', '04', '03', '15', '21', '17', '02', '05', '16', '18', '91', '99'].map(
  (value) => ({ value, label: paymentShortName(value) }),
)
