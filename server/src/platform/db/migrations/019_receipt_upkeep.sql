-- What the program does for receipts by itself.

-- Of an abandoned one conferir_em is when SEFAZ is asked for it for the last time; from then on its number may be voided.
update nfce set conferir_em = created_at + 86400000000 where estado = 'abandonada';
create index nfce_abandonada on nfce (conferir_em, emitente_id) where estado = 'abandonada';
-- Issued offline, for their share of a month.
create index nfce_offline on nfce (emitente_id, ambiente, dhEmi) where tpEmis = 9;

-- somada: all changes of a day that is over, added up.
alter table nfce_dia add column somada bigint not null default 0 check (somada in (0, 1));
create index nfce_dia_aberta on nfce_dia (dia, emitente_id, ambiente, grupo, serie) where somada = 0;

-- Stopped series are told while they are, no longer for thirty days.
delete from nfce_alarme where tipo = 'serie_parada';
create index nfce_numeracao_parada on nfce_numeracao (emitente_id) where parada_em is not null;

-- How often what waits in the queue was moved because the database's clock was set: who sees a step moves it only if
-- nobody has since.
create table fila_relogio (
    id bigint not null primary key check (id = 1),
    passos bigint not null
);
insert into fila_relogio (id, passos) values (1, 0);
