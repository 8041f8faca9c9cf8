-- Goods that come back, and what a customer may still buy for.

-- A till also pays back: tipo devolucao, of the sale whose goods came back.
-- only sqlite
create table caixa_movimento_new (
    seq {{sequence}},
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    sessao_id uuid not null references caixa_sessao (id),
    tipo text not null check (tipo in ('abertura', 'venda', 'estorno', 'suprimento', 'sangria', 'devolucao')),
    tPag text not null,
    valor bigint not null,
    venda_id uuid,
    motivo text,
    tardio text not null default 'N' check (tardio in ('S', 'N')),
    user_id uuid references users (id),
    created_at bigint not null,
    foreign key (emitente_id, venda_id) references venda (emitente_id, id),
    check ((tipo in ('venda', 'estorno', 'devolucao')) = (venda_id is not null))
);
-- only sqlite
insert into caixa_movimento_new (seq, emitente_id, ambiente, sessao_id, tipo, tPag, valor, venda_id, motivo, tardio, user_id, created_at)
    select seq, emitente_id, ambiente, sessao_id, tipo, tPag, valor, venda_id, motivo, tardio, user_id, created_at from caixa_movimento;
-- only sqlite
drop table caixa_movimento;
-- only sqlite
alter table caixa_movimento_new rename to caixa_movimento;
-- only sqlite
create index caixa_movimento_sessao on caixa_movimento (sessao_id, seq);
-- only sqlite
create index caixa_movimento_venda on caixa_movimento (emitente_id, venda_id) where venda_id is not null;
-- only sqlite
create trigger caixa_movimento_no_update before update on caixa_movimento begin select raise(abort, 'a movement of a till is never changed'); end;
-- only sqlite
create trigger caixa_movimento_no_delete before delete on caixa_movimento when old.ambiente <> 'simulador' begin select raise(abort, 'a movement of a till is never deleted'); end;
-- only postgres
alter table caixa_movimento drop constraint caixa_movimento_tipo_check;
-- only postgres
alter table caixa_movimento add constraint caixa_movimento_tipo_check check (tipo in ('abertura', 'venda', 'estorno', 'suprimento', 'sangria', 'devolucao'));
-- only postgres
alter table caixa_movimento drop constraint caixa_movimento_check;
-- only postgres
alter table caixa_movimento add constraint caixa_movimento_check check ((tipo in ('venda', 'estorno', 'devolucao')) = (venda_id is not null));

-- The code of the store credit that pays (tPag 21).
alter table venda_pagamento add column credito text;

-- Goods of a sale that came back. destino: what the customer got. nfe_chave: of the NF-e of entry that the law asks for;
-- empty until somebody has issued it elsewhere. sessao_id: the till that paid back.
create table devolucao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    venda_id uuid not null,
    nfce_id uuid not null references nfce (id),
    motivo text not null,
    destino text not null check (destino in ('dinheiro', 'credito')),
    total bigint not null check (total > 0),
    estacao_id uuid references estacao (id),
    sessao_id uuid references caixa_sessao (id),
    nfe_chave text,
    nfe_em bigint,
    user_id uuid not null references users (id),
    created_at bigint not null,
    foreign key (emitente_id, venda_id) references venda (emitente_id, id),
    check (sessao_id is null or destino = 'dinheiro'),
    check ((nfe_chave is null) = (nfe_em is null))
);
create index devolucao_lista on devolucao (emitente_id, ambiente, created_at, id);
create index devolucao_pendente on devolucao (emitente_id, ambiente, created_at, id) where nfe_chave is null;
create index devolucao_venda on devolucao (emitente_id, venda_id, created_at, id);
create index devolucao_nfce on devolucao (nfce_id);
create index devolucao_sessao on devolucao (sessao_id) where sessao_id is not null;

-- ordem: the sale's item. valor: what is given back for it.
create table devolucao_item (
    emitente_id uuid not null references emitente (id),
    devolucao_id uuid not null references devolucao (id),
    venda_id uuid not null,
    ordem bigint not null,
    quantidade bigint not null check (quantidade > 0),
    valor bigint not null check (valor >= 0),
    primary key (devolucao_id, ordem),
    foreign key (emitente_id, venda_id, ordem) references venda_item (emitente_id, venda_id, ordem)
);
create index devolucao_item_venda on devolucao_item (emitente_id, venda_id, ordem);

-- What a customer may buy for. codigo: eight letters and digits; whoever knows it may use it. validade: last day,
-- YYYY-MM-DD in the company's time zone. saldo: valor less what was used.
create table credito_loja (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    codigo text not null,
    valor bigint not null check (valor > 0),
    saldo bigint not null check (saldo between 0 and valor),
    validade text not null,
    devolucao_id uuid not null references devolucao (id),
    created_at bigint not null
);
create unique index credito_loja_codigo on credito_loja (emitente_id, codigo);
create unique index credito_loja_devolucao on credito_loja (devolucao_id);
create index credito_loja_lista on credito_loja (emitente_id, ambiente, created_at, id);

-- ordem: the sale's payment. devolvido_em: the sale was undone, and the credit is the customer's again.
create table credito_uso (
    emitente_id uuid not null references emitente (id),
    credito_id uuid not null references credito_loja (id),
    venda_id uuid not null,
    ordem bigint not null,
    valor bigint not null check (valor > 0),
    devolvido_em bigint,
    created_at bigint not null,
    primary key (emitente_id, venda_id, ordem),
    foreign key (emitente_id, venda_id) references venda (emitente_id, id)
);
create index credito_uso_credito on credito_uso (credito_id);
