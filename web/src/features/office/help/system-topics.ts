import { paths } from '@/app/paths'
import { MEANINGS } from '@/features/office/figures'
import type { HelpTopic } from './help'

/** People, what was done, and the program itself. */
export const SYSTEM_TOPICS: readonly HelpTopic[] = [
  {
    id: 'usuarios',
    title: 'Usuários e acessos',
    entries: [
      {
        id: 'usuarios-criar',
        kind: 'guia',
        title: 'Criar um usuário',
        steps: [
          'Um administrador abre Usuários e clica em “Novo Usuário”.',
          'Preenche nome, e-mail, senha e função.',
          'Em “Gerenciar Empresas”, liga o acesso a cada empresa que a pessoa vai usar.',
          'Marca com a estrela a empresa padrão, que abre quando a pessoa entra.',
        ],
        link: { label: 'Abrir Usuários', to: paths.users, needs: 'GET /api/users' },
      },
      {
        id: 'usuarios-funcoes',
        kind: 'pergunta',
        title: 'O que cada função pode fazer?',
        text: [
          'admin: tudo, em todas as empresas, inclusive criar empresas e usuários e ligar a produção.',
          'user: trabalha nas empresas a que tem acesso, com produtos, pessoas e orçamentos.',
        ],
      },
      {
        id: 'usuarios-retirar',
        kind: 'pergunta',
        title: 'O que acontece quando retiro o acesso de alguém?',
        text: [
          'Vale na hora, mesmo com a pessoa usando o sistema. Desativar a conta, mudar a função ou redefinir a senha encerra as sessões dela em todos os aparelhos.',
        ],
      },
      {
        id: 'usuarios-ultimo-admin',
        kind: 'pergunta',
        title: 'Por que não consigo mudar a minha própria função?',
        text: [
          'Para que ninguém se tranque fora: a função de um administrador é mudada por outro, e sempre resta pelo menos um administrador ativo.',
        ],
      },
    ],
  },
  {
    id: 'conta',
    title: 'Minha conta',
    entries: [
      {
        id: 'conta-senha',
        kind: 'guia',
        title: 'Trocar a senha',
        steps: [
          'Abra Minha conta, no menu da sua inicial, no alto à direita.',
          'Digite a senha atual e a nova, com pelo menos 12 caracteres.',
          'Salve. As outras sessões da sua conta são encerradas.',
        ],
        link: { label: 'Abrir Minha conta', to: paths.account },
      },
      {
        id: 'conta-esqueci',
        kind: 'pergunta',
        title: 'Esqueci a senha. E agora?',
        text: [
          'Na tela de entrada, abra Esqueci minha senha. Se o seu Balcão envia e-mails, ele manda um link para você escolher outra.',
          'Se não, peça a um administrador que redefina sua senha em Usuários.',
        ],
      },
      {
        id: 'conta-duas-etapas',
        kind: 'guia',
        title: 'Entrar também com um código do celular',
        steps: [
          'Instale um aplicativo autenticador no celular.',
          'Em Minha conta, na verificação em duas etapas, escolha Ligar e leia o código com o aplicativo, ou digite nele a chave.',
          'Digite o código que o aplicativo mostra.',
          'Guarde os códigos de recuperação longe do celular. Cada um vale uma vez.',
        ],
        link: { label: 'Abrir Minha conta', to: paths.account },
      },
      {
        id: 'conta-sem-celular',
        kind: 'pergunta',
        title: 'Perdi o celular. Como entro?',
        text: [
          'No lugar do código, digite um dos códigos de recuperação. Depois desligue a verificação em Minha conta e ligue de novo no celular novo.',
          'Sem os códigos, peça a quem cuida do servidor que desligue a verificação da sua conta.',
        ],
      },
      {
        id: 'conta-senha-de-novo',
        kind: 'pergunta',
        title: 'Por que a senha é pedida de novo?',
        text: [
          'Enviar um certificado, passar para produção, mudar a função de alguém e a verificação em duas etapas pedem a senha se você a digitou há mais de 10 minutos. O que você digitou continua na tela e é salvo em seguida.',
        ],
      },
      {
        id: 'conta-sessoes',
        kind: 'pergunta',
        title: 'Como saio dos outros aparelhos?',
        text: ['Em Minha conta você vê onde a conta está aberta e pode encerrar as outras sessões.'],
      },
      {
        id: 'conta-tema',
        kind: 'pergunta',
        title: 'Como mudo para o tema escuro?',
        text: ['No menu da sua inicial, em Tema. A escolha vale só para este navegador.'],
      },
    ],
  },
  {
    id: 'relatorios',
    title: 'Relatórios',
    entries: [
      {
        id: 'relatorios-ver',
        kind: 'guia',
        title: 'Ver o que foi vendido',
        steps: [
          'Abra Relatórios e escolha Vendas, Análise Fiscal ou Clientes.',
          'Escolha o período: hoje, ontem, semana, mês, ano, ou digite os dois dias.',
          'Clique em um número, uma barra ou uma linha: abre a lista das notas que formam aquele valor.',
          'Com Tab você chega ao gráfico; as setas andam pelos valores e Enter abre as notas.',
          'O endereço da página guarda tudo o que você escolheu. Para guardar com um nome, use “Meus filtros”.',
        ],
        link: { label: 'Abrir Relatórios', to: paths.reports.list, needs: 'GET /api/companies/{id}/reports/sales' },
      },
      {
        id: 'relatorios-fechamento',
        kind: 'guia',
        title: 'Mandar o mês para o contador',
        steps: [
          'Abra Relatórios e depois Fechamento do mês.',
          'Resolva o que aparecer como pendente ou como número que falta.',
          'Exporte a folha em PDF ou Excel.',
          'Clique em “Arquivos XML (ZIP)” e baixe as notas do mês.',
        ],
        link: {
          label: 'Abrir o fechamento',
          to: paths.reports.closing,
          needs: 'GET /api/companies/{id}/reports/closing',
        },
      },
      {
        id: 'relatorios-numeros',
        kind: 'pergunta',
        title: 'O que quer dizer cada número?',
        text: Object.entries(MEANINGS).map(([name, meaning]) => `${name}: ${meaning}`),
      },
    ],
  },
  {
    id: 'logs',
    title: 'Logs',
    entries: [
      {
        id: 'logs-ver',
        kind: 'guia',
        title: 'Descobrir quem mudou um cadastro',
        steps: [
          'Abra Logs.',
          'Filtre pela ação (por exemplo “Produto alterado”) e pelas datas.',
          'Abra a linha: a janela mostra cada campo, antes e depois.',
        ],
        link: { label: 'Abrir Logs', to: paths.logs, needs: 'GET /api/audit-log' },
      },
      {
        id: 'logs-quem-ve',
        kind: 'pergunta',
        title: 'Quem vê os logs?',
        text: [
          'Administradores veem tudo. Os outros veem os das empresas a que têm acesso. Ninguém consegue mudar ou apagar um registro pelo programa. Senhas e códigos secretos nunca aparecem, só que foram alterados.',
        ],
      },
    ],
  },
  {
    id: 'notificacoes',
    title: 'Notificações',
    entries: [
      {
        id: 'notificacoes-sino',
        kind: 'pergunta',
        title: 'O que aparece no sino?',
        text: [
          'Certificado que falta, venceu ou vai vencer; configuração da SEFAZ que falta; importação pronta para conferir, concluída ou que falhou. Clique na notificação para ir ao lugar certo. Quando o assunto é resolvido, ela some.',
        ],
      },
    ],
  },
  {
    id: 'versoes',
    title: 'Versões',
    entries: [
      {
        id: 'versoes-onde',
        kind: 'pergunta',
        title: 'Qual versão estou usando?',
        text: ['Está no pé do menu. Em Versões aparece cada versão que já rodou aqui, com a data e o que mudou.'],
        link: { label: 'Abrir Versões', to: paths.versions },
      },
    ],
  },
  {
    id: 'copia',
    title: 'Cópia de segurança',
    entries: [
      {
        id: 'copia-fazer',
        kind: 'guia',
        title: 'Fazer uma cópia de segurança',
        steps: [
          'Quem cuida da instalação roda no servidor o comando “./run backup” com o caminho do arquivo da cópia. O sistema pode continuar em uso.',
          'Guarde a cópia em outro lugar, fora do servidor.',
          'Guarde também a chave da instalação (arquivo secret.key), separada da cópia: sem ela, certificados e CSC não abrem.',
        ],
        text: ['Se a instalação usa PostgreSQL, a cópia é feita com as ferramentas do próprio banco.'],
      },
      {
        id: 'copia-voltar',
        kind: 'pergunta',
        title: 'Como volto uma cópia?',
        text: [
          'Com o sistema parado, quem cuida da instalação roda “./run restore” com o arquivo. O que havia antes fica guardado ao lado.',
        ],
      },
    ],
  },
  {
    id: 'teclas',
    title: 'Teclas',
    entries: [
      {
        id: 'teclas-quais',
        kind: 'pergunta',
        title: 'Quais teclas posso usar?',
        text: [
          '? mostra todas as teclas da tela. Ctrl K busca ou vai para qualquer lugar. / vai para a busca da lista. N começa um cadastro novo. ↑ e ↓ andam pelas linhas. Enter abre. Ctrl Enter salva. Esc fecha.',
          'Nos itens do orçamento: Ins adiciona, Alt ↑ e Alt ↓ mudam a ordem, Del remove, Ctrl Z desfaz.',
          'Letras não fazem nada enquanto você digita em um campo.',
        ],
      },
    ],
  },
]
