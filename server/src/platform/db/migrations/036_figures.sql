-- Sums of reports and dashboard (selling/figures; docs/figures.md), and their files.

-- Changes of sums, appended in the transaction of their cause and folded each minute. ambiente todas: of orders, which have
-- none. operador_id of zeros, serie -1: none. volume: quantity of a product in 1/10000, or days from budget to order.
create table figura_mudanca (
    seq {{sequence}},
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador', 'todas')),
    dimensao text not null check (dimensao in ('hora', 'produto', 'cliente', 'pagamento', 'fiscal')),
    grupo text not null check (grupo in ('autorizada', 'cancelada', 'devolucao', 'pedido', 'faturado', 'orcamento', 'recebido')),
    dia {{folded}} not null,
    serie bigint not null,
    operador_id uuid not null,
    chave {{folded}} not null,
    quantidade bigint not null,
    valor bigint not null,
    desconto bigint not null,
    volume bigint not null,
    base_icms bigint not null,
    icms bigint not null,
    pis bigint not null,
    cofins bigint not null,
    ibs bigint not null,
    cbs bigint not null
);
create index figura_mudanca_dia on figura_mudanca (emitente_id, ambiente, dimensao, dia);

-- All changes of a key, added up: of a day.
create table figura_dia (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null,
    dimensao text not null,
    dia {{folded}} not null,
    grupo text not null,
    serie bigint not null,
    operador_id uuid not null,
    chave {{folded}} not null,
    quantidade bigint not null,
    valor bigint not null,
    desconto bigint not null,
    volume bigint not null,
    base_icms bigint not null,
    icms bigint not null,
    pis bigint not null,
    cofins bigint not null,
    ibs bigint not null,
    cbs bigint not null,
    primary key (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave)
);
-- First and last purchase of a client.
create index figura_dia_cliente on figura_dia (emitente_id, ambiente, chave, dia, grupo, quantidade) where dimensao = 'cliente';

-- The same of a month: dia is its first day.
create table figura_mes (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null,
    dimensao text not null,
    dia {{folded}} not null,
    grupo text not null,
    serie bigint not null,
    operador_id uuid not null,
    chave {{folded}} not null,
    quantidade bigint not null,
    valor bigint not null,
    desconto bigint not null,
    volume bigint not null,
    base_icms bigint not null,
    icms bigint not null,
    pis bigint not null,
    cofins bigint not null,
    ibs bigint not null,
    cbs bigint not null,
    primary key (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave)
);

-- How often sums of a company were repaired, so that two repairs exclude each other. conferido_ate: last day that the
-- job compared with the documents; null: none yet.
create table figura_conferencia (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    revisao bigint not null default 0,
    conferido_ate text
);

-- A file of a report, made by the job relatorio. pedido: the request as JSON. erro: why there is none, in Portuguese.
create table relatorio_arquivo (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    user_id uuid not null references users (id),
    pedido text not null,
    nome text not null,
    estado text not null check (estado in ('preparando', 'pronto', 'falhou')),
    feitas bigint not null default 0,
    total bigint,
    erro text,
    tamanho bigint,
    bytes bytea,
    created_at bigint not null,
    pronto_em bigint
);
create index relatorio_arquivo_emitente on relatorio_arquivo (emitente_id, created_at);

-- First and last number of a month, by series.
create index nfce_serie on nfce (emitente_id, ambiente, serie, dhEmi, numero);

-- The receipts of a client.
create index venda_cliente on venda (emitente_id, cliente_id) where cliente_id is not null;
create index venda_cpf on venda (emitente_id, cpf) where cpf is not null;
