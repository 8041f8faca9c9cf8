import { paths } from '@/app/paths'
import type { HelpTopic } from './help'

/** What is worked with every day. */
export const RECORD_TOPICS: readonly HelpTopic[] = [
  {
    id: 'vender',
    title: 'Vender',
    entries: [
      {
        id: 'vender-balcao',
        kind: 'guia',
        title: 'Vender no balcão só com o teclado',
        steps: [
          'Aperte F2 em qualquer tela. Leia os produtos, ou digite código ou nome e Enter; 10*código põe dez unidades, * repete o último item.',
          'F3 identifica o consumidor pelo CPF, F4 dá desconto, F6 muda a quantidade do item escolhido com ↑ e ↓, % o preço dele, Del tira o item.',
          'F8 e um dígito escolhem o pagamento; Enter sem valor paga o que falta.',
          'F10 emite a NFC-e. A próxima venda pode começar na hora; a nota enviada fica acima da lista até ser impressa.',
        ],
        link: { label: 'Abrir Vender', to: paths.sale },
      },
      {
        id: 'vender-treinar',
        kind: 'guia',
        title: 'Treinar sem emitir de verdade',
        steps: [
          'Em Vender, com a venda vazia, clique em “Treinar”. Só esta aba passa a treinar; a faixa TREINO lembra disso.',
          'Siga as seis vendas guiadas: uma simples, uma com CPF, uma recusada, uma sem resposta da SEFAZ, um cancelamento e uma NF-e para uma construtora.',
          '“Sair do treino” volta às vendas de verdade. “Apagar treino”, do gerente, joga fora tudo o que a empresa treinou.',
        ],
        text: [
          'As notas de treino vão para uma SEFAZ de mentira, com números próprios. Pedidos, caixa e somas da empresa ficam como estão.',
        ],
        link: { label: 'Abrir Vender', to: paths.sale },
      },
      {
        id: 'vender-espera',
        kind: 'pergunta',
        title: 'Como atendo outro cliente no meio de uma venda?',
        text: [
          'F9 guarda a venda em espera com um nome. Com a tela vazia, F9 mostra as vendas em espera, e qualquer caixa pode retomar.',
        ],
      },
      {
        id: 'vender-pedido',
        kind: 'guia',
        title: 'Faturar um pedido, inteiro ou em partes',
        steps: [
          'No pedido, clique em “Faturar”: Vender abre com o que falta faturar, aos preços do pedido.',
          'Para faturar só uma parte, tire itens ou mude a quantidade com F6. O resto fica para a próxima nota.',
          'Receba e emita como em qualquer venda. O pedido mostra quanto já foi faturado e por quais notas.',
        ],
        text: ['Se a nota for cancelada, as quantidades voltam para o pedido. Orçamento precisa virar Pedido antes.'],
        link: { label: 'Abrir Orçamentos', to: paths.budgets.list },
      },
      {
        id: 'vender-queda',
        kind: 'pergunta',
        title: 'A página fechou ou o servidor caiu. Perdi a venda?',
        text: [
          'Não. A venda fica guardada neste computador até ser emitida e volta quando você abre Vender. Se F10 já tinha sido apertado, a mesma venda é enviada de novo, e nunca sai duas vezes.',
        ],
      },
    ],
  },
  {
    id: 'produtos',
    title: 'Produtos',
    entries: [
      {
        id: 'produtos-cadastrar',
        kind: 'guia',
        title: 'Cadastrar um produto',
        steps: [
          'Em Produtos, clique em “Novo Produto” (tecla N).',
          'Preencha código e descrição, que são obrigatórios.',
          'Para vender com nota, complete unidade, valor e NCM, e escolha um perfil fiscal: ele preenche CFOP, ICMS, PIS e COFINS.',
          'O resto está em “Mais campos” e nas partes fechadas, que dizem em uma linha o que têm; Ctrl K acha um campo pelo nome e abre a parte dele. Um erro em uma parte fechada também a abre.',
          'Salve com Ctrl Enter.',
        ],
        link: { label: 'Abrir Produtos', to: paths.products.list },
      },
      {
        id: 'produtos-impostos',
        kind: 'pergunta',
        title: 'Que código de imposto devo escolher?',
        text: [
          'Isso depende do produto e do regime da empresa: fale com seu contador. Empresas do Simples Nacional usam CSOSN; as do Regime Normal usam CST. O Balcão mostra só os códigos do regime da empresa.',
        ],
      },
      {
        id: 'produtos-nomes-xml',
        kind: 'pergunta',
        title: 'Como vejo os nomes dos campos no XML da nota?',
        text: [
          'Pare o mouse sobre o campo, ou ligue “Mostrar nomes do XML” ao lado do produto: o nome (cProd, vUnCom…) aparece embaixo de cada campo, neste navegador.',
        ],
      },
      {
        id: 'produtos-pendencia',
        kind: 'pergunta',
        title: 'Para que serve a aba “Com pendência”?',
        text: [
          'Mostra os produtos ativos que ainda não podem ir em uma nota. A coluna “Para a nota” diz o que falta ou está errado em cada um; os outros estão “Pronto para nota”.',
        ],
      },
      {
        id: 'produtos-perfis',
        kind: 'pergunta',
        title: 'O que é um perfil fiscal?',
        text: [
          'É um conjunto de impostos com um nome, como Revenda ou Fabricação própria. Escolhido em um produto, ou aplicado a vários marcados na lista, ele copia os valores; mudar o perfil depois não muda os produtos. Um deles é o padrão: os produtos novos começam com ele. Em Produtos, Perfis fiscais, um gerente os cria e muda.',
        ],
      },
      {
        id: 'produtos-preco',
        kind: 'pergunta',
        title: 'Como mudo preços depressa?',
        text: [
          'Na lista, clique no preço ou aperte P na linha marcada, digite o novo e aperte Enter: ele é gravado e a linha de baixo se abre. Esc deixa como estava. O aviso oferece Desfazer.',
        ],
      },
      {
        id: 'produtos-outra-empresa',
        kind: 'pergunta',
        title: 'Os produtos valem para todas as empresas?',
        text: ['Não. Cada empresa tem os seus. As pessoas, sim, são as mesmas em todas.'],
      },
      {
        id: 'produtos-excluir',
        kind: 'pergunta',
        title: 'Excluí um produto e ele só ficou inativo. Por quê?',
        text: [
          'Porque algum orçamento usa o produto. Inativo, ele não aparece mais para vender, e os orçamentos antigos continuam certos.',
        ],
      },
    ],
  },
  {
    id: 'pessoas',
    title: 'Pessoas',
    entries: [
      {
        id: 'pessoas-cadastrar',
        kind: 'guia',
        title: 'Cadastrar um cliente ou fornecedor',
        steps: [
          'Em Pessoas, clique em “Nova Pessoa” (tecla N).',
          'Escolha Pessoa Física ou Pessoa Jurídica: os campos mudam.',
          'Digite o CPF ou CNPJ e o nome. O resto é opcional.',
          'Salve com Ctrl Enter.',
        ],
        text: ['Se já houver alguém com o mesmo CPF ou CNPJ, o Balcão avisa e oferece abrir o cadastro.'],
        link: { label: 'Abrir Pessoas', to: paths.people.list },
      },
      {
        id: 'pessoas-cnpj',
        kind: 'pergunta',
        title: 'De onde vêm os dados quando digito um CNPJ?',
        text: [
          'Do cadastro de contribuintes da SEFAZ do estado da sua empresa, onde ela o oferece, com o certificado da empresa. O que foi preenchido fica marcado para você conferir, e o que você já digitou não muda.',
          'Quem tem mais de uma inscrição aparece em uma lista: escolha qual é. Quem é de outro estado ou não é contribuinte não consta: digite os dados.',
        ],
      },
      {
        id: 'pessoas-cep',
        kind: 'pergunta',
        title: 'O endereço se preenche pelo CEP?',
        text: [
          'Sim, se a sua instalação indica um serviço de CEP. O que foi preenchido fica marcado para você conferir, e o que você já digitou não muda.',
          'Se o CEP não for encontrado ou o serviço não responder, digite o endereço.',
        ],
      },
      {
        id: 'pessoas-busca',
        kind: 'pergunta',
        title: 'Como encontro uma pessoa?',
        text: [
          'Aperte / e digite parte do nome, do apelido ou os números do CPF ou CNPJ. Acentos e maiúsculas não importam.',
        ],
      },
    ],
  },
  {
    id: 'orcamentos',
    title: 'Orçamentos e pedidos',
    entries: [
      {
        id: 'orcamentos-fazer',
        kind: 'guia',
        title: 'Fazer um orçamento',
        steps: [
          'Em Orçamentos, clique em “Novo Orçamento” (tecla N).',
          'Escolha o cliente pelo nome, CPF ou CNPJ.',
          'Aperte Ins e digite o código ou a descrição do produto, ou leia o código de barras. Enter vai ao campo seguinte.',
          'Confira descontos, parcelas e o total no visor.',
          'Salve com Ctrl Enter e clique em “Imprimir” para gerar o documento.',
        ],
        link: { label: 'Abrir Orçamentos', to: paths.budgets.list },
      },
      {
        id: 'orcamentos-pedido',
        kind: 'guia',
        title: 'Transformar um orçamento em pedido',
        steps: [
          'Na linha do orçamento, abra “Mais ações” (ou clique com o botão direito).',
          'Escolha “Transformar em pedido” e confirme.',
        ],
        text: ['O número continua o mesmo. A partir daí ele conta nas vendas do Dashboard.'],
      },
      {
        id: 'orcamentos-entregas',
        kind: 'guia',
        title: 'Entregar um pedido em partes',
        steps: [
          'No pedido, clique em “Entregas”.',
          'Clique em “Nova entrega” e digite quanto sai de cada item, ou “Sai tudo”.',
          'Confira o endereço, anote motorista e placa, e registre.',
          'Imprima o romaneio, em A4 ou na impressora de cupom: ele vai com o caminhão e volta assinado.',
        ],
        text: [
          'O pedido mostra o que falta entregar de cada item. Enquanto houver entregas, os itens dele não mudam.',
          'Com “Peso da unidade” no cadastro do produto, a tela soma o peso da carga enquanto se digita, e o romaneio o mostra.',
          'Se o caminhão voltou com a mercadoria, um gerente desfaz a entrega, com o motivo.',
        ],
      },
      {
        id: 'orcamentos-entrega-futura',
        kind: 'guia',
        title: 'Faturar agora e entregar depois (entrega futura)',
        steps: [
          'No pedido, clique em “Faturar”, ligue “Entrega futura” e emita: sai a NF-e de simples faturamento.',
          'Em “Entregas”, registre cada caminhão com “Emitir a NF-e de remessa” ligado.',
          'Confira se a remessa ficou Autorizada e mande a NF-e com o romaneio.',
        ],
        text: [
          'A nota que faturou só é cancelada depois de canceladas as remessas dela. Uma entrega só é desfeita depois de cancelada a sua remessa.',
          'O que voltou da obra é devolvido pela nota que faturou: a NF-e de devolução cita as remessas certas.',
          'Combine com a contabilidade antes de usar: o ICMS vai na remessa, e os outros impostos no simples faturamento.',
        ],
      },
      {
        id: 'orcamentos-duplicar',
        kind: 'pergunta',
        title: 'Como repito um orçamento?',
        text: ['No menu da linha, escolha “Duplicar”. A cópia recebe um número novo.'],
      },
      {
        id: 'orcamentos-parcelas',
        kind: 'pergunta',
        title: 'As parcelas não somam o total. E agora?',
        text: [
          'A tela diz quanto falta ou sobra. Corrija os valores, ou clique em “Refazer parcelas” para dividir de novo.',
        ],
      },
      {
        id: 'orcamentos-duas-pessoas',
        kind: 'pergunta',
        title: 'Outra pessoa salvou enquanto eu digitava. Perdi o que fiz?',
        text: ['Não. O Balcão mostra o que mudou e o que você digitou, lado a lado, e você escolhe o que fica.'],
      },
    ],
  },
  {
    id: 'importar',
    title: 'Importar e exportar planilhas',
    entries: [
      {
        id: 'importar-planilha',
        kind: 'guia',
        title: 'Importar produtos ou pessoas',
        steps: [
          'Em Produtos ou Pessoas, clique em “Importar planilha”.',
          'Baixe a planilha modelo, ou use a sua: a primeira linha tem os nomes das colunas, em qualquer ordem.',
          'Envie o arquivo .csv ou .xlsx, de até 20 MB e 50.000 linhas.',
          'Confira o que é novo, o que muda e o que tem problema.',
          'Confirme. Só então os cadastros são gravados.',
        ],
        text: [
          'Uma linha com um código (ou CPF/CNPJ) já cadastrado altera esse cadastro, só nas colunas da planilha.',
          'Você pode sair da tela: o sino avisa quando a leitura ou a importação termina.',
        ],
      },
      {
        id: 'importar-problemas',
        kind: 'pergunta',
        title: 'Algumas linhas ficaram com problema. O que faço?',
        text: [
          'Baixe o arquivo com elas, que traz o motivo em cada linha. Corrija e importe de novo: as outras já estão gravadas.',
        ],
      },
      {
        id: 'importar-exportar',
        kind: 'pergunta',
        title: 'Como exporto uma lista?',
        text: [
          'O botão Exportar, no alto da lista, diz quantos registros vão. Saem exatamente os da busca e dos filtros que estão na tela, em Excel ou CSV.',
        ],
      },
    ],
  },
  {
    id: 'lixeira',
    title: 'Lixeira',
    entries: [
      {
        id: 'lixeira-restaurar',
        kind: 'guia',
        title: 'Recuperar algo que foi excluído',
        steps: [
          'Logo depois de excluir, clique em “Desfazer” no aviso.',
          'Mais tarde, abra a aba “Lixeira” da lista de produtos, pessoas ou orçamentos.',
          'Na linha, clique em “Restaurar”.',
        ],
      },
      {
        id: 'lixeira-prazo',
        kind: 'pergunta',
        title: 'Por quanto tempo fica na lixeira?',
        text: ['30 dias. Depois o registro é apagado de vez. O que foi feito continua nos logs.'],
      },
    ],
  },
]
