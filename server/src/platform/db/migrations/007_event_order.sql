-- On PostgreSQL the number of an event is not the order of commits: a reader goes by the transaction instead, so that it reads
-- each event once and none a second time. SQLite has one writer; there the number is the order.

-- only postgres
alter table saida_eventos add column made_in xid8 not null default pg_current_xact_id();
-- only postgres
create index saida_eventos_made_in on saida_eventos (made_in);
