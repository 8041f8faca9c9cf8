-- Fiscal tables of the installation that take the place of the program's own (fiscal/fiscal_tables).

-- One row, always there, so that those who change the tables wait for each other. revisao counts the changes; processes
-- follow it.
create table tabela_fiscal_estado (
    marcador bigint not null primary key check (marcador = 1),
    revisao bigint not null default 0
);
insert into tabela_fiscal_estado (marcador) values (1);

-- conteudo: the whole file, or of a value one row of nfce-parametros.csv. dados_de: day whose state it says.
-- user_id null: by command.
create table tabela_fiscal (
    id uuid not null primary key,
    arquivo text not null,
    tipo text not null check (tipo in ('arquivo', 'valor')),
    conteudo text not null,
    dados_de {{folded}} not null,
    nome_arquivo text not null,
    revisao bigint not null,
    user_id uuid references users (id),
    created_at bigint not null,
    desfeita_em bigint
);
create unique index tabela_fiscal_revisao on tabela_fiscal (revisao);
