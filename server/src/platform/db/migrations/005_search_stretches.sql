-- Which groups of three letters occur in which stretch of a list sorted by name: a stretch is all names with the same first word
-- and first letter of the second, at most 16 letters of them. A search whose words stand late in a long list passes over the
-- stretches that lack one of its groups. What is written here and occurs no more only makes a stretch be looked at in vain, so
-- nothing is taken out when a record changes or goes. PostgreSQL's tables have no unique key: two transactions that write the
-- same pair would wait for each other. Its functions keep one plan for as long as a connection lasts, also from when the tables
-- were empty: it has to be the one by the index. Its triggers come before the existing records are read: they lock the table, so
-- that none of another process is missed.

-- only sqlite
create table pessoas_trechos (
    trigrama text not null,
    trecho text not null,
    primary key (trigrama, trecho)
) without rowid;
-- only sqlite
insert into pessoas_trechos with recursive places (n) as (select 1 union all select n + 1 from places where n < (select max(length(busca)) from pessoas)) select distinct substr(busca, n, 3), substr(busca_nome, 1, min(16, instr(busca_nome || ' ', ' ') + 1)) from pessoas join places on n <= length(busca) - 2 where substr(busca, n, 3) glob '[a-z][a-z][a-z]';
-- only sqlite
create trigger pessoas_trechos_insert after insert on pessoas begin insert or ignore into pessoas_trechos select trigrama, substr(new.busca_nome, 1, min(16, instr(new.busca_nome || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only sqlite
create trigger pessoas_trechos_update after update of busca, busca_nome on pessoas when old.busca <> new.busca or old.busca_nome <> new.busca_nome begin insert or ignore into pessoas_trechos select trigrama, substr(new.busca_nome, 1, min(16, instr(new.busca_nome || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only postgres
create table pessoas_trechos (
    trigrama text collate "C" not null,
    trecho text collate "C" not null
);
-- only postgres
create index pessoas_trechos_trigrama on pessoas_trechos (trigrama, trecho);
-- only postgres
create function pessoas_trechos_add() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$ declare name text collate "C" := left(new.busca_nome, least(16, strpos(new.busca_nome || ' ', ' ') + 1)); begin insert into pessoas_trechos select letters, name from unnest(show_trgm(translate(new.busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3 and not exists (select from pessoas_trechos as known where known.trigrama = letters and known.trecho = name); return null; end $$;
-- only postgres
create trigger pessoas_trechos_insert after insert on pessoas for each row execute function pessoas_trechos_add();
-- only postgres
create trigger pessoas_trechos_update after update of busca, busca_nome on pessoas for each row when (old.busca <> new.busca or old.busca_nome <> new.busca_nome) execute function pessoas_trechos_add();
-- only postgres
insert into pessoas_trechos select distinct letters, left(busca_nome, least(16, strpos(busca_nome || ' ', ' ') + 1)) from pessoas, unnest(show_trgm(translate(busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3;

-- only sqlite
create table produtos_trechos (
    id_emit uuid not null references emitente (id) on delete cascade,
    trigrama text not null,
    trecho text not null,
    primary key (id_emit, trigrama, trecho)
) without rowid;
-- only sqlite
insert into produtos_trechos with recursive places (n) as (select 1 union all select n + 1 from places where n < (select max(length(busca)) from produtos)) select distinct id_emit, substr(busca, n, 3), substr(busca_xProd, 1, min(16, instr(busca_xProd || ' ', ' ') + 1)) from produtos join places on n <= length(busca) - 2 where substr(busca, n, 3) glob '[a-z][a-z][a-z]';
-- only sqlite
create trigger produtos_trechos_insert after insert on produtos begin insert or ignore into produtos_trechos select new.id_emit, trigrama, substr(new.busca_xProd, 1, min(16, instr(new.busca_xProd || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only sqlite
create trigger produtos_trechos_update after update of busca, busca_xProd on produtos when old.busca <> new.busca or old.busca_xProd <> new.busca_xProd begin insert or ignore into produtos_trechos select new.id_emit, trigrama, substr(new.busca_xProd, 1, min(16, instr(new.busca_xProd || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only postgres
create table produtos_trechos (
    id_emit uuid not null references emitente (id) on delete cascade,
    trigrama text collate "C" not null,
    trecho text collate "C" not null
);
-- only postgres
create index produtos_trechos_trigrama on produtos_trechos (id_emit, trigrama, trecho);
-- only postgres
create function produtos_trechos_add() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$ declare name text collate "C" := left(new.busca_xProd, least(16, strpos(new.busca_xProd || ' ', ' ') + 1)); begin insert into produtos_trechos select new.id_emit, letters, name from unnest(show_trgm(translate(new.busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3 and not exists (select from produtos_trechos as known where known.id_emit = new.id_emit and known.trigrama = letters and known.trecho = name); return null; end $$;
-- only postgres
create trigger produtos_trechos_insert after insert on produtos for each row execute function produtos_trechos_add();
-- only postgres
create trigger produtos_trechos_update after update of busca, busca_xProd on produtos for each row when (old.busca <> new.busca or old.busca_xProd <> new.busca_xProd) execute function produtos_trechos_add();
-- only postgres
insert into produtos_trechos select distinct id_emit, letters, left(busca_xProd, least(16, strpos(busca_xProd || ' ', ' ') + 1)) from produtos, unnest(show_trgm(translate(busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3;

-- only sqlite
create table orcamento_trechos (
    emitente_id uuid not null references emitente (id) on delete cascade,
    trigrama text not null,
    trecho text not null,
    primary key (emitente_id, trigrama, trecho)
) without rowid;
-- only sqlite
insert into orcamento_trechos with recursive places (n) as (select 1 union all select n + 1 from places where n < (select max(length(busca)) from orcamento)) select distinct emitente_id, substr(busca, n, 3), substr(busca_cliente, 1, min(16, instr(busca_cliente || ' ', ' ') + 1)) from orcamento join places on n <= length(busca) - 2 where substr(busca, n, 3) glob '[a-z][a-z][a-z]';
-- only sqlite
create trigger orcamento_trechos_insert after insert on orcamento begin insert or ignore into orcamento_trechos select new.emitente_id, trigrama, substr(new.busca_cliente, 1, min(16, instr(new.busca_cliente || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only sqlite
create trigger orcamento_trechos_update after update of busca, busca_cliente on orcamento when old.busca <> new.busca or old.busca_cliente <> new.busca_cliente begin insert or ignore into orcamento_trechos select new.emitente_id, trigrama, substr(new.busca_cliente, 1, min(16, instr(new.busca_cliente || ' ', ' ') + 1)) from (with recursive places (n) as (select 1 union all select n + 1 from places where n < length(new.busca) - 2) select substr(new.busca, n, 3) as trigrama from places) where trigrama glob '[a-z][a-z][a-z]'; end;
-- only postgres
create table orcamento_trechos (
    emitente_id uuid not null references emitente (id) on delete cascade,
    trigrama text collate "C" not null,
    trecho text collate "C" not null
);
-- only postgres
create index orcamento_trechos_trigrama on orcamento_trechos (emitente_id, trigrama, trecho);
-- only postgres
create function orcamento_trechos_add() returns trigger language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$ declare name text collate "C" := left(new.busca_cliente, least(16, strpos(new.busca_cliente || ' ', ' ') + 1)); begin insert into orcamento_trechos select new.emitente_id, letters, name from unnest(show_trgm(translate(new.busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3 and not exists (select from orcamento_trechos as known where known.emitente_id = new.emitente_id and known.trigrama = letters and known.trecho = name); return null; end $$;
-- only postgres
create trigger orcamento_trechos_insert after insert on orcamento for each row execute function orcamento_trechos_add();
-- only postgres
create trigger orcamento_trechos_update after update of busca, busca_cliente on orcamento for each row when (old.busca <> new.busca or old.busca_cliente <> new.busca_cliente) execute function orcamento_trechos_add();
-- only postgres
insert into orcamento_trechos select distinct emitente_id, letters, left(busca_cliente, least(16, strpos(busca_cliente || ' ', ' ') + 1)) from orcamento, unnest(show_trgm(translate(busca, '0123456789', '          '))) as letters where letters not like '% %' and octet_length(letters) = 3;
