-- What many people at once need: sums without a shared row, shares of a budget kept as they were computed, and indexes that
-- begin with the company, so that no plan reads all rows of one.

-- What happened to the totals of `contagens` since they were added up last (platform/db/list_totals.hpp).
create table contagens_mudancas (
    seq {{sequence}},
    emitente_id uuid not null,
    tabela text not null,
    situacao text not null,
    mudanca bigint not null
);
create index contagens_mudancas_tabela on contagens_mudancas (emitente_id, tabela, situacao, mudanca);

-- Null in rows that a version before this one wrote.
alter table orcamento_composicao add column total bigint;
alter table orcamento_composicao add column rateio_desconto bigint;
alter table orcamento_composicao add column rateio_acrescimo bigint;

drop index orcamento_composicao_emitente;
create index orcamento_composicao_empresa on orcamento_composicao (emitente_id, orcamento_id, ordem);
create index orcamento_composicao_empresa_produto on orcamento_composicao (emitente_id, composicao_id);
drop index orcamento_parcela_emitente;
create index orcamento_parcela_empresa on orcamento_parcela (emitente_id, orcamento_id, ordem);
