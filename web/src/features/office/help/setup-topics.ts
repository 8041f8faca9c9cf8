import { paths } from '@/app/paths'
import type { HelpTopic } from './help'

/** What is set up before the first receipt. */
export const SETUP_TOPICS: readonly HelpTopic[] = [
  {
    id: 'inicio',
    title: 'Dashboard e primeiros passos',
    entries: [
      {
        id: 'inicio-exemplo',
        kind: 'guia',
        title: 'Conhecer o Balcão com dados de exemplo',
        steps: [
          'Sem nenhuma empresa cadastrada, clique em “Conhecer com dados de exemplo”, no Dashboard ou em Empresas. Só um administrador vê o botão.',
          'Em segundos há uma loja inventada, com 60 produtos, 40 pessoas, pedidos e as notas de hoje. A faixa DADOS DE EXEMPLO fica no alto de toda tela dela.',
          'Aperte F2 e venda: as notas vão para o simulador, nunca para a SEFAZ.',
          'Para tirar tudo, clique em “Remover dados de exemplo” na faixa.',
        ],
        text: [
          'A remoção leva o que veio com a loja, também o que você alterou nela ou jogou na lixeira dela, e todas as vendas do simulador. O registro do que foi feito fica em Logs.',
          'Ela é recusada enquanto houver dados seus: na loja, um produto, perfil fiscal, orçamento, pedido ou estação que não veio com ela, ou outro CNPJ; e, nas pessoas de exemplo, um CPF ou CNPJ trocado, ou um pedido de outra empresa para uma delas. O aviso diz o que é. Outra empresa que você cadastrou não impede nada e fica como está.',
          'Os nomes terminam em (exemplo), os documentos começam por 99999 e os códigos de barras por 952, que a GS1 reserva para exemplos.',
        ],
        link: { label: 'Abrir o Dashboard', to: paths.dashboard },
      },
      {
        id: 'inicio-primeira-nota',
        kind: 'guia',
        title: 'O que fazer antes da primeira nota de teste',
        steps: [
          'Cadastre a empresa com os dados do CNPJ e o endereço fiscal.',
          'Envie o certificado digital A1 da empresa (arquivo .pfx e senha).',
          'Preencha as configurações da SEFAZ: série, próximo número, CSC e id do CSC, no ambiente de homologação.',
          'Cadastre o primeiro produto com NCM e impostos.',
        ],
        text: ['Enquanto faltar um desses passos, o Dashboard mostra a lista com o botão para cada um.'],
        link: { label: 'Abrir o Dashboard', to: paths.dashboard },
      },
      {
        id: 'inicio-numeros',
        kind: 'pergunta',
        title: 'De onde vêm os números do Dashboard?',
        text: [
          'Das notas da empresa ativa, se ela já emitiu alguma; senão, dos pedidos, pela data da venda (sem ela, pela data do orçamento). O cartão diz em qual dos dois se apoia.',
          'O mês vai até hoje e é comparado com o mês anterior até o mesmo dia; hoje, com o mesmo dia da semana passada. O “?” ao lado de cada número diz o que ele é, e um clique abre as notas que o formam.',
        ],
      },
      {
        id: 'inicio-traco',
        kind: 'pergunta',
        title: 'Por que aparece um traço no lugar do crescimento ou do ticket médio?',
        text: ['Porque não há com o que calcular: o mês anterior não teve vendas, ou este mês ainda não tem pedidos.'],
      },
      {
        id: 'inicio-empresa-ativa',
        kind: 'pergunta',
        title: 'Como troco a empresa em que estou trabalhando?',
        text: [
          'Clique no nome da empresa no alto da tela e escolha outra. Produtos, orçamentos, certificado e configurações passam a ser os dela. A cor da faixa do topo muda junto, para você saber onde está.',
          'Cada aba do navegador pode ficar em uma empresa diferente.',
        ],
      },
    ],
  },
  {
    id: 'pronto',
    title: 'Pronto para emitir',
    entries: [
      {
        id: 'pronto-lista',
        kind: 'guia',
        title: 'Saber o que falta para emitir com valor fiscal',
        steps: [
          'Abra Pronto para emitir (Ctrl+K, “Pronto”). O que falta vem primeiro, com o botão que leva aonde se resolve.',
          'O credenciamento na SEFAZ e o próximo número só você sabe: confira e clique em “Marcar como feito”.',
          'Quando nada faltar, “Ligar produção” leva às configurações da SEFAZ.',
        ],
        text: ['Os números das linhas não mudam: ao falar com o suporte, diga “item 9”.'],
        link: { label: 'Abrir Pronto para emitir', to: paths.readiness, needs: 'GET /api/companies/{id}/readiness' },
      },
    ],
  },
  {
    id: 'estacoes',
    title: 'Estações e impressoras',
    entries: [
      {
        id: 'estacoes-cadastrar',
        kind: 'guia',
        title: 'Dizer por onde saem as notas de cada caixa',
        steps: [
          'Em Estações (Ctrl+K, “Estações”), crie uma para cada caixa e escolha quem imprime: o navegador, ou o servidor numa impressora da rede.',
          'No computador do caixa, abra Estações e clique em “Usar neste computador”. Só precisa uma vez.',
          'Numa impressora da rede, clique em “Imprimir teste” e confira a folha.',
        ],
        text: [
          'A partir daí cada nota sai sozinha assim que é autorizada ou emitida em contingência. Sem estação, o navegador imprime só quando você pede, com Ctrl P.',
        ],
        link: { label: 'Abrir Estações', to: paths.stations },
      },
      {
        id: 'estacoes-pin',
        kind: 'guia',
        title: 'Trocar de pessoa na venda com um PIN',
        steps: [
          'Um gerente abre a estação em Estações e liga “Aceita PIN nesta estação”.',
          'Cada pessoa cria o seu PIN em Minha conta, com a empresa escolhida no alto da tela.',
          'Na venda, tecle F7, o número da pessoa e o PIN. Os itens continuam na tela.',
        ],
        text: [
          'Pelo PIN todos vendem como operador, também o gerente; ele autoriza descontos e sangrias com o próprio PIN. Depois de 15 minutos sem uso, o PIN é pedido de novo. Deixe aberta no caixa a conta de um operador: o PIN não fecha a conta de quem entrou.',
        ],
        link: { label: 'Abrir Estações', to: paths.stations },
      },
      {
        id: 'estacoes-sem-janela',
        kind: 'guia',
        title: 'Imprimir pelo navegador sem a janela de impressão',
        steps: [
          'Deixe a impressora de cupom como impressora padrão do Windows, com o papel de 80 ou 58 mm.',
          'Crie um atalho do Chrome e acrescente no fim do campo Destino: --kiosk-printing',
          'Feche todas as janelas do Chrome e abra o Balcão por esse atalho.',
        ],
        text: ['Funciona com qualquer impressora instalada no computador. O Chrome não pergunta mais qual usar.'],
      },
      {
        id: 'estacoes-rede',
        kind: 'pergunta',
        title: 'Quando usar uma impressora na rede?',
        text: [
          'Quando ela entende ESC/POS e tem um endereço na rede da loja, como 192.168.0.50: é o caminho mais rápido, e vários caixas podem usar a mesma. O endereço só um administrador define.',
          'Se ela não responder ou estiver sem papel, a nota continua valendo: confira o papel e aperte Ctrl P. A segunda via sai marcada como reimpressão.',
        ],
      },
    ],
  },
  {
    id: 'empresas',
    title: 'Empresas',
    entries: [
      {
        id: 'empresas-cadastrar',
        kind: 'guia',
        title: 'Cadastrar uma empresa',
        steps: [
          'Em Empresas, clique em “Nova Empresa” (tecla N). Só administradores veem o botão.',
          'Preencha razão social, CNPJ, inscrição estadual (ou ISENTO) e regime tributário.',
          'Digite o CEP e complete o endereço fiscal. O código IBGE vem do município.',
          'Envie os logos, se quiser: um aparece nas telas, o outro nos documentos. PNG, JPEG ou SVG, até 1 MB.',
          'Clique em “Salvar Empresa” (Ctrl Enter).',
        ],
        link: { label: 'Abrir Empresas', to: paths.companies.list, needs: 'PUT /api/companies/{id}' },
      },
      {
        id: 'empresas-cnpj-letras',
        kind: 'pergunta',
        title: 'O CNPJ pode ter letras?',
        text: ['Sim. O Balcão aceita o CNPJ só com números e o CNPJ alfanumérico.'],
      },
      {
        id: 'empresas-excluir',
        kind: 'pergunta',
        title: 'Por que não consigo excluir uma empresa?',
        text: [
          'Uma empresa que já usou um número de nota não pode ser excluída, porque as notas precisam ser guardadas por lei. Desative-a: ela deixa de aparecer para escolher e nada se perde.',
        ],
      },
      {
        id: 'empresas-nao-vejo',
        kind: 'pergunta',
        title: 'Não vejo a empresa que preciso. O que faço?',
        text: ['Peça a um administrador que libere o acesso em Usuários, “Gerenciar Empresas”.'],
      },
    ],
  },
  {
    id: 'certificado',
    title: 'Certificado digital A1',
    entries: [
      {
        id: 'certificado-enviar',
        kind: 'guia',
        title: 'Enviar o certificado',
        steps: [
          'Em Empresas, na linha da empresa, abra “Certificado Digital A1”.',
          'Escolha o arquivo .pfx, ou arraste-o para a janela.',
          'Digite a senha do certificado.',
          'Clique em “Salvar Certificado”. O arquivo é aberto e conferido antes de ser guardado.',
        ],
        text: ['A janela passa a mostrar “Configurado”, o titular, o CNPJ, quem emitiu e até quando vale.'],
        link: { label: 'Abrir Empresas', to: paths.companies.list, needs: 'PUT /api/companies/{id}' },
      },
      {
        id: 'certificado-recusado',
        kind: 'pergunta',
        title: 'O certificado foi recusado. Por quê?',
        text: [
          'A mensagem diz o motivo. Os mais comuns: senha errada; certificado vencido ou que ainda não começou a valer; arquivo sem a chave privada; CNPJ de outra empresa. O certificado da matriz ou de uma filial com a mesma raiz de CNPJ é aceito, com um aviso.',
          'Em produção só vale um e-CNPJ da ICP-Brasil; um certificado de teste serve em homologação e no simulador. Se a mensagem citar BALCAO_SEFAZ_CA, quem cuida do servidor precisa informar as autoridades.',
          'O arquivo precisa terminar em .pfx. Um .cer ou .pem não contém a chave: exporte de novo, com a chave privada.',
        ],
      },
      {
        id: 'certificado-vencimento',
        kind: 'pergunta',
        title: 'Quando o Balcão avisa que o certificado vai vencer?',
        text: [
          'A partir de 30 dias antes: no alto da tela, no sino, na lista de empresas e na janela do certificado. Com menos de 7 dias o aviso fica vermelho. Sem certificado válido a empresa não emite notas.',
        ],
      },
      {
        id: 'certificado-a3',
        kind: 'pergunta',
        title: 'Posso usar certificado A3, em cartão ou token?',
        text: ['Não. O Balcão usa o certificado A1, que é um arquivo.'],
      },
      {
        id: 'certificado-seguranca',
        kind: 'pergunta',
        title: 'O certificado e a senha ficam seguros?',
        text: ['Os dois são guardados cifrados e não podem ser baixados de volta pelas telas.'],
      },
    ],
  },
  {
    id: 'sefaz',
    title: 'Configurações da SEFAZ',
    entries: [
      {
        id: 'sefaz-configurar',
        kind: 'guia',
        title: 'Configurar a SEFAZ',
        steps: [
          'Peça o CSC e o id do CSC no portal da SEFAZ do seu estado. Homologação e produção têm CSC diferentes.',
          'Abra Configurações da SEFAZ e escolha o ambiente. Comece por Homologação.',
          'Preencha série, próximo número, CSC e id do CSC.',
          'Salve. A tela passa a mostrar “Configurado”.',
          'Clique em “Testar Conexão”.',
        ],
        link: {
          label: 'Abrir Configurações da SEFAZ',
          to: paths.sefaz,
          needs: 'GET /api/companies/{id}/sefaz-settings',
        },
      },
      {
        id: 'sefaz-homologacao',
        kind: 'pergunta',
        title: 'Qual é a diferença entre homologação e produção?',
        text: [
          'Homologação é o ambiente de testes: as notas não têm valor fiscal. A tela mostra a faixa amarela HOMOLOGAÇÃO e o título da aba começa com [Teste]. Produção é para valer.',
          'Cada ambiente guarda a própria série, o próprio número e o próprio CSC. Trocar de ambiente não repete números.',
        ],
      },
      {
        id: 'sefaz-producao',
        kind: 'guia',
        title: 'Ligar a produção',
        steps: [
          'Confira em homologação que as notas de teste são autorizadas.',
          'Um administrador escolhe Produção e preenche série, próximo número, CSC e id do CSC de produção.',
          'Confira na janela a empresa, o CNPJ, a série e o próximo número, e confirme com “Ligar produção”.',
        ],
      },
      {
        id: 'sefaz-numero',
        kind: 'pergunta',
        title: 'Que próximo número devo usar?',
        text: [
          'Se a empresa já emitia NFC-e em outro sistema, use o número seguinte ao da última nota daquela série, ou uma série nova começando em 1. Um número já usado é recusado, e só administradores podem diminuir o próximo número.',
        ],
      },
      {
        id: 'sefaz-csc',
        kind: 'pergunta',
        title: 'O que é o CSC?',
        text: [
          'É o código de segurança do contribuinte, que entra no QR Code da nota. É secreto: aparece com bolinhas e só os últimos caracteres. Deixe como está para manter o que já foi salvo. Um administrador pode mostrá-lo digitando a própria senha, e isso fica nos logs.',
        ],
      },
      {
        id: 'sefaz-testar',
        kind: 'pergunta',
        title: 'O que “Testar Conexão” faz?',
        text: [
          'Com o certificado da empresa, pergunta à SEFAZ pelo status do serviço, pela autorização de NFC-e e pela consulta ao cadastro. Cada linha mostra a resposta, o código e o tempo. Sem certificado, o teste é só uma simulação e diz isso.',
          'Quando uma linha falha, a frase ao lado diz o que fazer. Se a SEFAZ estiver fora do ar, espere alguns minutos e tente de novo.',
        ],
      },
      {
        id: 'sefaz-simulador',
        kind: 'pergunta',
        title: 'O que é o destino “Simulador”?',
        text: [
          'É uma SEFAZ de mentira que roda junto com o Balcão, para testar sem internet e sem certificado de verdade: todas as notas da empresa vão para lá. Só existe em homologação. Para treinar numa aba só, use “Treinar” em Vender.',
        ],
      },
    ],
  },
  {
    id: 'responsavel-tecnico',
    title: 'Responsável técnico',
    entries: [
      {
        id: 'responsavel-tecnico-quem',
        kind: 'pergunta',
        title: 'Quem é o responsável técnico?',
        text: [
          'A empresa que desenvolve ou mantém o sistema que emite as notas. CNPJ, nome do contato, e-mail e telefone vão dentro de cada nota. Alguns estados pedem também o CSRT e o id dele, que a SEFAZ entrega a quem desenvolve o sistema.',
        ],
        link: { label: 'Abrir Resp. Técnico', to: paths.techResp, needs: 'GET /api/companies/{id}/tech-resp' },
      },
      {
        id: 'responsavel-tecnico-pendente',
        kind: 'pergunta',
        title: 'Por que aparece “Pendente”?',
        text: ['Faltam dados. Preencha pelo menos o CNPJ e o nome do contato e salve: o estado passa a “Configurado”.'],
      },
    ],
  },
]
