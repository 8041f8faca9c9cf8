import { paths } from '@/app/paths'
import type { HelpTopic } from './help'

/** Receipts and their numbers. */
export const RECEIPT_TOPICS: readonly HelpTopic[] = [
  {
    id: 'caixa',
    title: 'Caixa',
    entries: [
      {
        id: 'caixa-abrir',
        kind: 'guia',
        title: 'Abrir o caixa',
        steps: [
          'Em Caixa, clique em “Abrir caixa” (tecla N). Em Vender, o aviso de caixa fechado tem o mesmo botão.',
          'Digite o fundo de troco: o dinheiro que está na gaveta. Sem nada, 0,00.',
          'Se este computador ainda não é uma estação, escolha qual: cada estação tem um caixa aberto por vez.',
        ],
        text: [
          'Depois que a empresa abre o primeiro caixa, nenhuma venda é emitida com o caixa fechado. Cada venda, com o troco já descontado, entra no caixa da estação onde foi feita.',
        ],
        link: { label: 'Abrir Caixa', to: paths.cash.list },
      },
      {
        id: 'caixa-sangria',
        kind: 'guia',
        title: 'Tirar ou pôr dinheiro na gaveta',
        steps: [
          'Em Caixa, clique em “Sangria” para tirar ou em “Suprimento” para pôr.',
          'Digite o valor e o motivo. O comprovante é impresso na hora, para assinar.',
        ],
        text: ['Para tirar mais do que há na gaveta, um gerente autoriza ali mesmo, com o e-mail e a senha dele.'],
      },
      {
        id: 'caixa-fechar',
        kind: 'guia',
        title: 'Fechar o caixa',
        steps: [
          'Clique em “Fechar caixa” e conte tudo o que está na gaveta, também o fundo: as notas e as moedas, ou só o total.',
          'Digite as outras formas pelo comprovante da maquininha e pelo extrato do banco.',
          'Ctrl Enter fecha, depois de uma pergunta. A contagem não muda mais.',
        ],
        text: [
          'A tela não mostra o que o caixa deveria ter: isso aparece depois. O operador vê a diferença do próprio caixa; o gerente, também de onde vem o esperado, e pode deixar uma observação.',
        ],
      },
      {
        id: 'caixa-desconto',
        kind: 'pergunta',
        title: 'O que é a autorização do gerente?',
        text: [
          'Um desconto acima do limite do operador, ou uma sangria acima do que há na gaveta, pede o e-mail e a senha de um gerente. Ela vale uma vez, só para aquele valor, por dois minutos, e fica nos logs.',
          'Quem é gerente e quem é operador se escolhe em Usuários, em “Gerenciar Empresas”.',
        ],
      },
    ],
  },
  {
    id: 'notas',
    title: 'Notas',
    entries: [
      {
        id: 'notas-achar',
        kind: 'guia',
        title: 'Achar uma nota',
        steps: [
          'Em Notas, digite o número, o nome ou CPF do consumidor, o valor ou a chave de acesso (tecla / vai à busca).',
          'As abas mostram só as autorizadas, as que esperam a SEFAZ, as em contingência, as rejeitadas ou as canceladas.',
          'Enter abre a nota: o papel como é impresso, os pagamentos e tudo o que aconteceu com ela.',
        ],
        link: { label: 'Abrir Notas', to: paths.receipts.list },
      },
      {
        id: 'notas-rejeitada',
        kind: 'guia',
        title: 'Corrigir uma nota rejeitada',
        steps: [
          'Abra a nota. O cartão vermelho diz a causa e o que mudar.',
          'O botão do cartão, como “Abrir produto”, leva ao campo. Corrija e salve: você volta para a nota.',
          'Clique em “Tentar de novo”. O número é o mesmo; itens, valores e pagamentos não mudam.',
        ],
        text: [
          'Se a venda não vai acontecer, “Desistir da nota” desfaz a venda, e o número é inutilizado. Enquanto a SEFAZ puder ter recebido a nota, o Balcão pede para esperar.',
        ],
      },
      {
        id: 'notas-cancelar',
        kind: 'pergunta',
        title: 'Até quando posso cancelar uma nota?',
        text: [
          'Na maioria dos estados, até 30 minutos depois de autorizada, e só se a mercadoria ainda não saiu. A nota mostra quanto tempo resta. Depois disso, a mercadoria volta por “Devolver…”, e a NF-e de devolução sai na página da devolução.',
          'O motivo precisa de pelo menos 15 letras. A venda é desfeita quando a SEFAZ confirma o cancelamento.',
        ],
      },
      {
        id: 'notas-svc',
        kind: 'pergunta',
        title: 'A SEFAZ não responde e a mercadoria precisa sair com NF-e. E agora?',
        text: [
          'Depois de alguns segundos o cartão da nota e a página dela oferecem “Emitir pela SVC”, a SEFAZ de reserva da sua UF. A nota sai com o número seguinte e vale como qualquer outra; a primeira é cancelada ou inutilizada sozinha.',
          'Quem liga a SVC é a SEFAZ: enquanto ela não estiver ligada, o Balcão diz isso e a partir de que hora dá para tentar de novo, porque a SEFAZ aceita uma pergunta a cada 3 minutos; a nota continua à espera. Se a SVC for desligada antes de responder, “Emitir pela SEFAZ” manda a nota de volta.',
        ],
      },
      {
        id: 'notas-ver-antes',
        kind: 'pergunta',
        title: 'Posso ver a NF-e antes de emitir?',
        text: [
          'Sim. Na venda, com o cliente escolhido, toque em Ver prévia: o DANFE abre em outra aba, com os impostos, o transporte e as duplicatas, marcado SEM VALOR FISCAL. Nenhum número é usado e nada é enviado; se faltar algum dado, a tela pede.',
        ],
      },
      {
        id: 'notas-corrigir',
        kind: 'pergunta',
        title: 'Como corrijo uma NF-e já autorizada?',
        text: [
          'Na página da NF-e, em Carta de correção, durante 30 dias. Escolha o que está errado e escreva como deve ser: endereço, transportadora, unidade, CFOP, informações. A SEFAZ guarda a carta junto da nota, e o XML dela entra nos arquivos do mês.',
          'Cada carta repete as anteriores, porque só a última vale; são no máximo 20. Imprimir faz a folha que acompanha o DANFE. Valor, quantidade, imposto, datas e de quem é a nota não se corrigem por carta: cancele, se ainda der tempo, ou registre a devolução. Uma NFC-e não tem carta de correção.',
        ],
      },
      {
        id: 'notas-contingencia',
        kind: 'pergunta',
        title: 'O que é uma nota em contingência?',
        text: [
          'Uma nota emitida sem resposta da SEFAZ, com duas vias impressas. Ela vale para o cliente e é enviada sozinha quando a SEFAZ voltar; o prazo aparece ao lado da nota.',
          'Se a SEFAZ recusar uma nota que já foi entregue, corrija e tente de novo: ela não pode ser inutilizada. O QR Code muda, por isso o Balcão oferece imprimir de novo.',
        ],
      },
      {
        id: 'notas-sem-resposta',
        kind: 'pergunta',
        title: 'A nota ficou “sem resposta, conferindo”. Devo vender de novo?',
        text: [
          'Não. O Balcão pergunta à SEFAZ se ela recebeu a nota até saber. Se o cliente espera, emita em contingência: a venda sai com outro número, e o primeiro é cancelado ou inutilizado sozinho.',
        ],
      },
      {
        id: 'notas-imprimir',
        kind: 'pergunta',
        title: 'Como imprimo de novo, ou várias de uma vez?',
        text: [
          'Na nota, Ctrl P imprime em 80 mm; “Outro papel” imprime em 58 mm, em A4 ou a via do estabelecimento. Na lista, marque as notas e clique em “Imprimir”. O navegador precisa permitir janelas deste endereço.',
        ],
      },
    ],
  },
  {
    id: 'devolucoes',
    title: 'Devoluções e créditos',
    entries: [
      {
        id: 'devolucoes-fazer',
        kind: 'guia',
        title: 'Devolver mercadoria de uma nota',
        steps: [
          'Em Notas, abra a nota e clique em “Devolver…”. Só um gerente devolve.',
          'Digite quanto volta de cada item, ou clique em “Volta tudo”. O valor já vem com a parte do desconto, do acréscimo e do frete.',
          'Escolha dinheiro, que sai do caixa aberto neste computador, ou crédito, que sai num papel com um código.',
          'Diga o motivo. Ctrl Enter registra.',
        ],
        text: [
          'Enquanto a nota pode ser cancelada e a venda toda é desfeita, cancelar é melhor: a tela oferece. Depois de uma devolução a nota não pode mais ser cancelada.',
        ],
        link: { label: 'Abrir Notas', to: paths.receipts.list },
      },
      {
        id: 'devolucoes-troca',
        kind: 'guia',
        title: 'Trocar uma mercadoria por outra',
        steps: [
          'Devolva a primeira com “Crédito para comprar”.',
          'Em Vender, passe a mercadoria nova. No pagamento (F8), digite 6 e depois C: Crédito da loja.',
          'Digite o código do papel e Enter: o crédito paga o que puder, e o resto se paga de outra forma.',
        ],
        text: [
          'O que sobra do crédito fica no mesmo código, até o dia que está no papel. Um código vale uma vez só, mesmo em dois caixas ao mesmo tempo.',
        ],
        link: {
          label: 'Abrir Créditos da loja',
          to: paths.storeCredits,
          needs: 'GET /api/companies/{id}/store-credits',
        },
      },
      {
        id: 'devolucoes-entrada',
        kind: 'pergunta',
        title: 'O que é a NF-e de devolução pendente?',
        text: [
          'Para mercadoria que volta depois do prazo de cancelamento, a lei pede uma NF-e modelo 55 de entrada, com finalidade de devolução, que volta a nota da venda item por item. Com o credenciamento para NF-e marcado em Pronto para emitir, abra a devolução e clique em “Emitir NF-e de devolução”: ela sai com o que voltou e com os impostos como foram cobrados.',
          'Se a SEFAZ recusar, abra a NF-e, veja o motivo e envie de novo. Se ela for cancelada, a devolução volta a ficar pendente e pode ter outra.',
          'Quem emite por fora usa a “Folha para o contador”, que traz a chave, os itens, os CFOP de entrada e o destinatário, e digita na devolução a chave da nota emitida.',
        ],
        link: { label: 'Abrir Devoluções', to: paths.returns.list, needs: 'GET /api/companies/{id}/returns' },
      },
    ],
  },
  {
    id: 'numeros',
    title: 'Números das notas',
    entries: [
      {
        id: 'numeros-ver',
        kind: 'pergunta',
        title: 'O que a tela Números mostra?',
        text: [
          'O que foi feito de cada número de cada série: nota autorizada, cancelada, inutilizada ou ainda pendente, com o prazo. “Nada sem registro” quer dizer que todos os números até o próximo têm explicação.',
        ],
        link: { label: 'Abrir Números', to: paths.receipts.numbers, needs: 'GET /api/companies/{id}/numbers' },
      },
      {
        id: 'numeros-inutilizar',
        kind: 'guia',
        title: 'Inutilizar números pulados',
        steps: [
          'Confira se nenhum outro sistema usou esses números.',
          'Em Números, na lista “A inutilizar”, clique em “Inutilizar”.',
          'Escolha os números, diga o motivo e confirme. Isso não pode ser desfeito.',
        ],
        text: ['O prazo é o dia 10 do mês seguinte. Números de notas desistidas são inutilizados sozinhos.'],
      },
      {
        id: 'numeros-parada',
        kind: 'pergunta',
        title: 'A série está parada. O que faço?',
        text: [
          'Um administrador confirma o próximo número nas Configurações da SEFAZ, depois de conferir o último número que o outro sistema usou. Até lá, nada é emitido nessa série.',
        ],
        link: { label: 'Configurações da SEFAZ', to: paths.sefaz, needs: 'GET /api/companies/{id}/sefaz-settings' },
      },
    ],
  },
]
