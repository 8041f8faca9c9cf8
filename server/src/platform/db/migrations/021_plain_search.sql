-- Search without stretches (migration 005): a long list of matches no longer claims an order that only they could give. On PostgreSQL
-- the text index begins with the company, so a word that others use often costs a company nothing.

-- only sqlite
drop trigger pessoas_trechos_insert;
-- only postgres
drop trigger pessoas_trechos_insert on pessoas;
-- only sqlite
drop trigger pessoas_trechos_update;
-- only postgres
drop trigger pessoas_trechos_update on pessoas;
-- only postgres
drop function pessoas_trechos_add();
drop table pessoas_trechos;

-- only sqlite
drop trigger produtos_trechos_insert;
-- only postgres
drop trigger produtos_trechos_insert on produtos;
-- only sqlite
drop trigger produtos_trechos_update;
-- only postgres
drop trigger produtos_trechos_update on produtos;
-- only postgres
drop function produtos_trechos_add();
drop table produtos_trechos;

-- only sqlite
drop trigger orcamento_trechos_insert;
-- only postgres
drop trigger orcamento_trechos_insert on orcamento;
-- only sqlite
drop trigger orcamento_trechos_update;
-- only postgres
drop trigger orcamento_trechos_update on orcamento;
-- only postgres
drop function orcamento_trechos_add();
drop table orcamento_trechos;

-- only postgres
create extension if not exists btree_gin;
-- only postgres
drop index produtos_busca;
-- only postgres
create index produtos_busca on produtos using gin (id_emit, busca gin_trgm_ops);
-- only postgres
drop index orcamento_busca;
-- only postgres
create index orcamento_busca on orcamento using gin (emitente_id, busca gin_trgm_ops);
