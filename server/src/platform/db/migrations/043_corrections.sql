-- Letters of correction (110110): up to 20 of one NF-e, told apart by nSeqEvento. xCorrecao: the whole text, which repeats
-- that of the letter before.
-- only sqlite
create table nfce_evento_new (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    tipo text not null check (tipo in ('110110', '110111', '110112')),
    nSeqEvento bigint not null default 1 check (nSeqEvento between 1 and 20),
    estado text not null check (estado in ('aguardando', 'enviando', 'indefinido', 'registrado', 'recusado')),
    xJust text not null,
    xCorrecao text,
    chave_ref text,
    dhEvento bigint,
    nProt text,
    dhReg bigint,
    cStat bigint,
    xMotivo text,
    user_id uuid,
    created_at bigint not null,
    check ((tipo = '110110') = (xCorrecao is not null))
);
-- only sqlite
insert into nfce_evento_new (id, emitente_id, nfce_id, tipo, estado, xJust, chave_ref, dhEvento, nProt, dhReg, cStat, xMotivo, user_id, created_at)
    select id, emitente_id, nfce_id, tipo, estado, xJust, chave_ref, dhEvento, nProt, dhReg, cStat, xMotivo, user_id, created_at from nfce_evento;
-- only sqlite
drop table nfce_evento;
-- only sqlite
alter table nfce_evento_new rename to nfce_evento;
-- only sqlite
create index nfce_evento_nfce on nfce_evento (nfce_id, created_at, id);
-- only sqlite
create index nfce_evento_aberto on nfce_evento (estado, emitente_id) where estado in ('aguardando', 'enviando', 'indefinido');
-- only sqlite
create index nfce_evento_nota on nfce_evento (nfce_id);
-- only postgres
alter table nfce_evento drop constraint nfce_evento_tipo_check;
-- only postgres
alter table nfce_evento add constraint nfce_evento_tipo_check check (tipo in ('110110', '110111', '110112'));
-- only postgres
alter table nfce_evento add column nSeqEvento bigint not null default 1 check (nSeqEvento between 1 and 20);
-- only postgres
alter table nfce_evento add column xCorrecao text check ((tipo = '110110') = (xCorrecao is not null));
-- only postgres
drop index nfce_evento_tipo;

create unique index nfce_evento_tipo on nfce_evento (nfce_id, tipo, nSeqEvento) where estado <> 'recusado';
