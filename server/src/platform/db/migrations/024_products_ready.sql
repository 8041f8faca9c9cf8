-- What products lack for a receipt, and the sets of tax values they are given.

-- As JSON (registry/products/fiscal_pendencies.hpp); null: not judged yet, which a job does after the start.
alter table produtos add column fiscal_pendencies text;
create index produtos_pendentes on produtos (id_emit, busca_xProd, seq) where deleted_at is null and prod_ativo = 'S' and fiscal_pendencies <> '[]';

-- What all of a company's products were last judged by: release, regime, federal unit, date of the rules.
create table produtos_julgamento (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    regras text not null,
    julgado_em bigint not null
);

-- valores: the tax values (registry/products/tax_values.hpp) as JSON. One of them is what new products begin with.
create table perfil_fiscal (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    nome {{folded}} not null,
    padrao text not null default 'N' check (padrao in ('S', 'N')),
    valores text not null,
    created_at bigint not null,
    updated_at bigint not null,
    version bigint not null default 1
);
create unique index perfil_fiscal_nome on perfil_fiscal (emitente_id, nome);
create unique index perfil_fiscal_padrao on perfil_fiscal (emitente_id) where padrao = 'S';
