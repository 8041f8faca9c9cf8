-- The till: who holds the drawer of a station, what went in and out, what was counted.

-- One open session per station and environment. movimentos: how many rows of caixa_movimento, raised with each, so that
-- a movement and the closing exclude each other. treino: opened to practise.
create table caixa_sessao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    treino text not null default 'N' check (treino in ('S', 'N')),
    estacao_id uuid not null references estacao (id),
    operador_id uuid not null references users (id),
    aberta_em bigint not null,
    fundo bigint not null check (fundo >= 0),
    movimentos bigint not null default 0,
    fechada_em bigint,
    fechada_por uuid references users (id),
    nota_gerente text,
    created_at bigint not null,
    check ((fechada_em is null) = (fechada_por is null))
);
create unique index caixa_sessao_aberta on caixa_sessao (emitente_id, ambiente, estacao_id) where fechada_em is null;
create index caixa_sessao_lista on caixa_sessao (emitente_id, ambiente, aberta_em, id);

alter table venda add column estacao_id uuid references estacao (id);
alter table venda add column sessao_id uuid references caixa_sessao (id);
create index venda_sessao on venda (sessao_id) where sessao_id is not null;

-- What went in (positive) and out, in the transaction of its cause. tardio: a sale was cancelled while no till was open
-- at its station. user_id null: it follows from something else. Never changed; only practice may be thrown away.
create table caixa_movimento (
    seq {{sequence}},
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    sessao_id uuid not null references caixa_sessao (id),
    tipo text not null check (tipo in ('abertura', 'venda', 'estorno', 'suprimento', 'sangria')),
    tPag text not null,
    valor bigint not null,
    venda_id uuid,
    motivo text,
    tardio text not null default 'N' check (tardio in ('S', 'N')),
    user_id uuid references users (id),
    created_at bigint not null,
    foreign key (emitente_id, venda_id) references venda (emitente_id, id),
    check ((tipo in ('venda', 'estorno')) = (venda_id is not null))
);
create index caixa_movimento_sessao on caixa_movimento (sessao_id, seq);
create index caixa_movimento_venda on caixa_movimento (emitente_id, venda_id) where venda_id is not null;

-- What was counted as the session was closed, of each kind of payment. Never changed.
create table caixa_contagem (
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    sessao_id uuid not null references caixa_sessao (id),
    tPag text not null,
    contado bigint not null check (contado >= 0),
    esperado bigint not null,
    diferenca bigint not null,
    created_at bigint not null,
    primary key (sessao_id, tPag),
    check (diferenca = contado - esperado)
);

-- Sales that were cancelled while no till was open at their station: the next one opened there reverses them.
create table caixa_estorno_pendente (
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    estacao_id uuid not null references estacao (id),
    venda_id uuid not null,
    created_at bigint not null,
    primary key (emitente_id, venda_id),
    foreign key (emitente_id, venda_id) references venda (emitente_id, id)
);
create index caixa_estorno_pendente_estacao on caixa_estorno_pendente (estacao_id, ambiente);

-- only sqlite
create trigger caixa_movimento_no_update before update on caixa_movimento begin select raise(abort, 'a movement of a till is never changed'); end;
-- only sqlite
create trigger caixa_movimento_no_delete before delete on caixa_movimento when old.ambiente <> 'simulador' begin select raise(abort, 'a movement of a till is never deleted'); end;
-- only sqlite
create trigger caixa_contagem_no_update before update on caixa_contagem begin select raise(abort, 'a count of a till is never changed'); end;
-- only sqlite
create trigger caixa_contagem_no_delete before delete on caixa_contagem when old.ambiente <> 'simulador' begin select raise(abort, 'a count of a till is never deleted'); end;
-- only postgres
create function caixa_refuse() returns trigger language plpgsql as $$ begin raise exception 'what a till took or held is never changed or deleted'; end $$;
-- only postgres
create trigger caixa_movimento_no_update before update on caixa_movimento for each row execute function caixa_refuse();
-- only postgres
create trigger caixa_movimento_no_delete before delete on caixa_movimento for each row when (old.ambiente <> 'simulador') execute function caixa_refuse();
-- only postgres
create trigger caixa_movimento_no_truncate before truncate on caixa_movimento for each statement execute function caixa_refuse();
-- only postgres
create trigger caixa_contagem_no_update before update on caixa_contagem for each row execute function caixa_refuse();
-- only postgres
create trigger caixa_contagem_no_delete before delete on caixa_contagem for each row when (old.ambiente <> 'simulador') execute function caixa_refuse();
-- only postgres
create trigger caixa_contagem_no_truncate before truncate on caixa_contagem for each statement execute function caixa_refuse();

-- A gerente's leave at the counter, for one thing and one value. Used once.
create table aprovacao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    acao text not null check (acao in ('desconto', 'sangria')),
    referencia uuid not null,
    valor bigint not null,
    dada_por uuid not null references users (id),
    usada_em bigint,
    usada_por uuid references users (id),
    expira_em bigint not null,
    created_at bigint not null
);
