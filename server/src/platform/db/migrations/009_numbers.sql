-- Numbers of receipts: the simulator's are its own, and every number is accounted for by a receipt or by a range.

-- The settings of an environment go with their company while no receipt has a number (registry/companies/companies.cpp).
-- only sqlite
create table nfce_ambiente_new (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null check (serie between 0 and 999),
    csc_encrypted bytea,
    csc_id text,
    primary key (emitente_id, ambiente)
);
-- only sqlite
insert into nfce_ambiente_new (emitente_id, ambiente, serie, csc_encrypted, csc_id)
    select emitente_id, ambiente, serie, csc_encrypted, csc_id from nfce_ambiente;
-- only sqlite
drop table nfce_ambiente;
-- only sqlite
alter table nfce_ambiente_new rename to nfce_ambiente;
-- only postgres
alter table nfce_ambiente drop constraint nfce_ambiente_ambiente_check;
-- only postgres
alter table nfce_ambiente add constraint nfce_ambiente_ambiente_check check (ambiente in ('producao', 'homologacao', 'simulador'));

-- proximo: the number the next receipt takes; 1000000000 when the series is used up. ultimo_usado: highest ever taken.
-- conferido_ate: up to here every number has been found accounted for. parada_em: nobody takes a number until an
-- administrator has confirmed the next one.
-- only sqlite
create table nfce_numeracao_new (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null check (serie between 0 and 999),
    proximo bigint not null check (proximo between 1 and 1000000000),
    ultimo_usado bigint not null default 0,
    conferido_ate bigint not null default 0,
    parada_em bigint,
    parada_motivo text,
    primary key (emitente_id, ambiente, serie),
    check (ultimo_usado < proximo),
    check (conferido_ate < proximo)
);
-- only sqlite
insert into nfce_numeracao_new (emitente_id, ambiente, serie, proximo, ultimo_usado)
    select emitente_id, ambiente, serie, proximo, ultimo_usado from nfce_numeracao;
-- only sqlite
drop table nfce_numeracao;
-- only sqlite
alter table nfce_numeracao_new rename to nfce_numeracao;
-- only postgres
alter table nfce_numeracao drop constraint nfce_numeracao_ambiente_check;
-- only postgres
alter table nfce_numeracao add constraint nfce_numeracao_ambiente_check check (ambiente in ('producao', 'homologacao', 'simulador'));
-- only postgres
alter table nfce_numeracao add column conferido_ate bigint not null default 0 check (conferido_ate < proximo);
-- only postgres
alter table nfce_numeracao add column parada_em bigint;
-- only postgres
alter table nfce_numeracao add column parada_motivo text;

-- One request to SEFAZ to void numbers. ano: of the request, two digits.
create table nfce_inutilizacao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null,
    ini bigint not null check (ini >= 1),
    fim bigint not null check (fim >= ini),
    ano bigint not null,
    xJust text not null,
    estado text not null check (estado in ('enviando', 'indefinido', 'homologada', 'recusada')),
    cStat bigint,
    xMotivo text,
    nProt text,
    dhRecbto bigint,
    -- Null: made by the program.
    user_id uuid,
    created_at bigint not null
);
create index nfce_inutilizacao_numeros on nfce_inutilizacao (emitente_id, ambiente, serie, ini);

-- Numbers that no receipt has. anterior: before Balcão's first, or of practice that was wiped; saltada: the counter was
-- raised over them; inutilizada: voided at SEFAZ. Ranges never overlap: they change under the lock of their counter.
create table nfce_faixa (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null,
    ini bigint not null check (ini >= 1),
    fim bigint not null check (fim >= ini),
    tipo text not null check (tipo in ('anterior', 'saltada', 'inutilizada')),
    inutilizacao_id uuid references nfce_inutilizacao (id),
    user_id uuid,
    created_at bigint not null,
    primary key (emitente_id, ambiente, serie, ini)
);
create index nfce_faixa_inutilizacao on nfce_faixa (inutilizacao_id) where inutilizacao_id is not null;
insert into nfce_faixa (emitente_id, ambiente, serie, ini, fim, tipo, created_at)
    select n.emitente_id, n.ambiente, n.serie, 1, n.proximo - 1, 'anterior', e.updated_at
    from nfce_numeracao n join emitente e on e.id = n.emitente_id where n.proximo > 1;
