-- What selling at a counter takes: stations and their printers, what orders still have to be invoiced, what a company
-- has made sure of before it issues.

-- Where a company sells. impressora: as registry/stations/station.hpp declares it, as JSON. testada_em: when that printer last printed the test page.
create table estacao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    nome {{folded}} not null,
    impressora text not null,
    ativo text not null default 'S' check (ativo in ('S', 'N')),
    testada_em bigint,
    created_at bigint not null,
    updated_at bigint not null,
    version bigint not null default 1
);
create unique index estacao_nome on estacao (emitente_id, nome) where ativo = 'S';
create index estacao_lista on estacao (emitente_id, ativo, nome, id);

-- ok: null while the printer of `estacao_id` has it to print. motivo: what to do when nothing came out.
-- only sqlite
create table nfce_impressao_new (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    via text not null check (via in ('consumidor', 'estabelecimento')),
    caminho text not null check (caminho in ('navegador', 'rede', 'serial')),
    ok bigint check (ok in (0, 1)),
    user_id uuid,
    created_at bigint not null,
    estacao_id uuid references estacao (id),
    motivo text
);
-- only sqlite
insert into nfce_impressao_new (id, emitente_id, nfce_id, via, caminho, ok, user_id, created_at)
    select id, emitente_id, nfce_id, via, caminho, ok, user_id, created_at from nfce_impressao;
-- only sqlite
drop table nfce_impressao;
-- only sqlite
alter table nfce_impressao_new rename to nfce_impressao;
-- only postgres
drop index nfce_impressao_nfce;
-- only postgres
alter table nfce_impressao alter column ok drop not null;
-- only postgres
alter table nfce_impressao add column estacao_id uuid references estacao (id);
-- only postgres
alter table nfce_impressao add column motivo text;
create index nfce_impressao_nfce on nfce_impressao (nfce_id, created_at, id);
create index nfce_impressao_espera on nfce_impressao (estacao_id, created_at, id) where ok is null;
create index nfce_impressao_feita on nfce_impressao (emitente_id) where ok = 1;

-- How much of an item receipts have invoiced.
alter table orcamento_composicao add column faturada bigint not null default 0 check (faturada between 0 and quantidade);

-- What somebody says is done, of what the program cannot see itself (office/readiness/readiness.hpp).
create table prontidao (
    emitente_id uuid not null references emitente (id) on delete cascade,
    chave text not null,
    marcado_em bigint not null,
    user_id uuid not null references users (id),
    primary key (emitente_id, chave)
);
