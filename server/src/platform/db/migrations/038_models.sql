-- Two models of fiscal documents, 65 (NFC-e) and 55 (NF-e): numbers are counted per company, environment, model and
-- series. What exists is of model 65.

alter table nfce add column modelo bigint not null default 65 check (modelo in (55, 65));
drop index nfce_numero;
create unique index nfce_numero on nfce (emitente_id, ambiente, modelo, serie, numero);
drop index nfce_serie;
create index nfce_serie on nfce (emitente_id, ambiente, modelo, serie, dhEmi, numero);
drop index nfce_lista;
create index nfce_lista on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca, modelo);

-- serie_nfe: series of the model 55; it may equal `serie`.
alter table nfce_ambiente add column serie_nfe bigint not null default 1 check (serie_nfe between 0 and 889);

-- only sqlite
create table nfce_numeracao_new (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    modelo bigint not null default 65 check (modelo in (55, 65)),
    serie bigint not null check (serie between 0 and 999),
    proximo bigint not null check (proximo between 1 and 1000000000),
    ultimo_usado bigint not null default 0,
    conferido_ate bigint not null default 0,
    parada_em bigint,
    parada_motivo text,
    primary key (emitente_id, ambiente, modelo, serie),
    check (ultimo_usado < proximo),
    check (conferido_ate < proximo)
);
-- only sqlite
insert into nfce_numeracao_new (emitente_id, ambiente, serie, proximo, ultimo_usado, conferido_ate, parada_em, parada_motivo)
    select emitente_id, ambiente, serie, proximo, ultimo_usado, conferido_ate, parada_em, parada_motivo from nfce_numeracao;
-- only sqlite
drop table nfce_numeracao;
-- only sqlite
alter table nfce_numeracao_new rename to nfce_numeracao;
-- only sqlite
create index nfce_numeracao_parada on nfce_numeracao (emitente_id) where parada_em is not null;
-- only postgres
alter table nfce_numeracao add column modelo bigint not null default 65 check (modelo in (55, 65));
-- only postgres
alter table nfce_numeracao drop constraint nfce_numeracao_pkey;
-- only postgres
alter table nfce_numeracao add primary key (emitente_id, ambiente, modelo, serie);

-- only sqlite
create table nfce_faixa_new (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    modelo bigint not null default 65 check (modelo in (55, 65)),
    serie bigint not null,
    ini bigint not null check (ini >= 1),
    fim bigint not null check (fim >= ini),
    tipo text not null check (tipo in ('anterior', 'saltada', 'inutilizada')),
    inutilizacao_id uuid references nfce_inutilizacao (id),
    user_id uuid,
    created_at bigint not null,
    primary key (emitente_id, ambiente, modelo, serie, ini)
);
-- only sqlite
insert into nfce_faixa_new (emitente_id, ambiente, serie, ini, fim, tipo, inutilizacao_id, user_id, created_at)
    select emitente_id, ambiente, serie, ini, fim, tipo, inutilizacao_id, user_id, created_at from nfce_faixa;
-- only sqlite
drop table nfce_faixa;
-- only sqlite
alter table nfce_faixa_new rename to nfce_faixa;
-- only sqlite
create index nfce_faixa_inutilizacao on nfce_faixa (inutilizacao_id) where inutilizacao_id is not null;
-- only postgres
alter table nfce_faixa add column modelo bigint not null default 65 check (modelo in (55, 65));
-- only postgres
alter table nfce_faixa drop constraint nfce_faixa_pkey;
-- only postgres
alter table nfce_faixa add primary key (emitente_id, ambiente, modelo, serie, ini);

alter table nfce_inutilizacao add column modelo bigint not null default 65 check (modelo in (55, 65));
drop index nfce_inutilizacao_numeros;
create index nfce_inutilizacao_numeros on nfce_inutilizacao (emitente_id, ambiente, modelo, serie, ini);

alter table nfce_dia add column modelo bigint not null default 65 check (modelo in (55, 65));
drop index nfce_dia_aberta;
create index nfce_dia_aberta on nfce_dia (dia, emitente_id, ambiente, grupo, modelo, serie) where somada = 0;

-- SEFAZ refuses a company one model, not the other.
-- only sqlite
create table sefaz_bloqueio_new (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    modelo bigint not null default 65 check (modelo in (55, 65)),
    servico text not null,
    serie bigint not null default -1,
    ate bigint,
    cStat bigint not null,
    motivo text not null,
    versao_config bigint not null,
    versao_certificado bigint not null,
    versao_empresa bigint not null,
    created_at bigint not null,
    primary key (emitente_id, ambiente, modelo, servico, serie)
);
-- only sqlite
insert into sefaz_bloqueio_new (emitente_id, ambiente, servico, serie, ate, cStat, motivo, versao_config, versao_certificado, versao_empresa, created_at)
    select emitente_id, ambiente, servico, serie, ate, cStat, motivo, versao_config, versao_certificado, versao_empresa, created_at from sefaz_bloqueio;
-- only sqlite
drop table sefaz_bloqueio;
-- only sqlite
alter table sefaz_bloqueio_new rename to sefaz_bloqueio;
-- only postgres
alter table sefaz_bloqueio add column modelo bigint not null default 65 check (modelo in (55, 65));
-- only postgres
alter table sefaz_bloqueio drop constraint sefaz_bloqueio_pkey;
-- only postgres
alter table sefaz_bloqueio add primary key (emitente_id, ambiente, modelo, servico, serie);
