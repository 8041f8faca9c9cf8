-- How SEFAZ answers, who sells offline meanwhile, whom SEFAZ refuses, and what people have to be told of receipts.

-- modo: whether the program goes offline by itself, asks, or never does. ativa: by hand, until ended by hand. desde and
-- motivo of that. lenta_desde: SEFAZ answers this company too slowly.
create table contingencia (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    modo text not null default 'automatica' check (modo in ('automatica', 'perguntar', 'desligada')),
    ativa bigint not null default 0 check (ativa in (0, 1)),
    desde bigint,
    motivo text,
    lenta_desde bigint,
    user_id uuid,
    version bigint not null default 1,
    primary key (emitente_id, ambiente),
    check (ativa = 0 or (desde is not null and motivo is not null))
);

-- Of no company. Written only when it changes, and at each probe while SEFAZ is away. sonda: the receipt that may be sent
-- all the same, to see whether SEFAZ answers again.
create table sefaz_situacao (
    uf text not null,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    estado text not null check (estado in ('ok', 'fora')),
    desde bigint not null,
    motivo text,
    proximo_status_em bigint,
    sonda uuid,
    primary key (uf, ambiente)
);

-- SEFAZ refuses what the company asks of a service: until `ate`, or (null) until one of the three versions changes or an
-- administrator lifts it. servico: 'todos' or its name. serie -1: all.
create table sefaz_bloqueio (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    servico text not null,
    serie bigint not null default -1,
    ate bigint,
    cStat bigint not null,
    motivo text not null,
    versao_config bigint not null,
    versao_certificado bigint not null,
    versao_empresa bigint not null,
    created_at bigint not null,
    primary key (emitente_id, ambiente, servico, serie)
);

-- What somebody has to look into. chave: what it is about; at most one of a kind for it.
create table nfce_alarme (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    tipo text not null,
    chave text not null,
    nfce_id uuid,
    texto text not null,
    created_at bigint not null
);
create unique index nfce_alarme_chave on nfce_alarme (emitente_id, ambiente, tipo, chave);
create index nfce_alarme_lista on nfce_alarme (emitente_id, created_at);

-- Each print of a receipt; a second one is marked in its timeline.
create table nfce_impressao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    via text not null check (via in ('consumidor', 'estabelecimento')),
    caminho text not null check (caminho in ('navegador', 'rede', 'serial')),
    ok bigint not null check (ok in (0, 1)),
    user_id uuid,
    created_at bigint not null
);
create index nfce_impressao_nfce on nfce_impressao (nfce_id);
