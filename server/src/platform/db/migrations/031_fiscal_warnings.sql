-- What the law wants of products and SEFAZ does not refuse, as JSON (registry/products/fiscal_pendencies.hpp); null: not
-- judged yet, which a job does after the start.
alter table produtos add column fiscal_warnings text;
create index produtos_avisados on produtos (id_emit, busca_xProd, seq) where deleted_at is null and prod_ativo = 'S' and fiscal_warnings <> '[]';
