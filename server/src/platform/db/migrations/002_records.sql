-- Products, people, budgets and orders.
-- `seq` numbers the rows for the text search of SQLite; the record's own key is `id`.

-- only postgres
create extension if not exists pg_trgm;

create table pessoas (
    seq {{sequence}},
    id uuid not null,
    pessoa_tipo bigint not null default 1,
    cpf_cnpj {{folded}} not null,
    razao_social text not null,
    nome_fantasia text,
    insc_estadual text,
    logradouro text,
    numero text,
    complemento text,
    bairro text,
    municipio text,
    uf text,
    cep text,
    pais text not null default 'Brasil',
    telefone text,
    email text,
    contato text,
    observacao text,
    ativo text not null default 'S' check (ativo in ('S', 'N')),
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    version bigint not null default 1,
    busca {{folded}} not null,
    busca_nome {{folded}} not null,
    busca_cidade {{folded}} not null
);
create unique index pessoas_id on pessoas (id);
-- Somebody in the bin frees the number.
create unique index pessoas_cpf_cnpj on pessoas (cpf_cnpj) where deleted_at is null;
create index pessoas_nome on pessoas (busca_nome, seq, ativo, busca) where deleted_at is null;
create index pessoas_cidade on pessoas (busca_cidade, seq) where deleted_at is null;
create index pessoas_created_at on pessoas (created_at, seq) where deleted_at is null;
create index pessoas_inativas on pessoas (busca_nome, seq) where deleted_at is null and ativo = 'N';
create index pessoas_lixeira on pessoas (deleted_at, seq) where deleted_at is not null;

create table produtos (
    seq {{sequence}},
    id uuid not null,
    id_emit uuid not null references emitente (id) on delete cascade,
    created_at bigint not null,
    updated_at bigint not null,
    prod_cProd {{folded}} not null,
    prod_cEAN text,
    prod_xProd text not null,
    prod_NCM {{folded}},
    prod_NVE_Opc text,
    prod_CEST_Opc text,
    prod_EXTIPI text,
    prod_CFOP text,
    prod_uCOM {{folded}},
    prod_qCOM bigint not null,
    prod_vUnCOM bigint,
    prod_vProd bigint,
    prod_cEANTrib text,
    prod_uTrib text,
    prod_qTrib bigint not null,
    prod_vUnTrib bigint,
    prod_nFCI_Opc text,
    icms_pICMS bigint,
    icms_pRedBC bigint,
    icms_modBC bigint,
    icms_CST text,
    icms_orig bigint,
    icms_pMVAST bigint,
    pis_CST text,
    pis_pPIS bigint,
    cofins_CST text,
    cofins_pCOFINS bigint,
    IPI_clEnq text,
    IPI_CNPJProd text,
    IPI_cEnq text,
    IPI_CST text,
    IPI_pIPI bigint,
    prod_indEscala text not null default 'N' check (prod_indEscala in ('S', 'N')),
    prod_CNPJFab text,
    prod_cBenef text,
    prod_sujST text not null default 'N' check (prod_sujST in ('S', 'N')),
    prod_ativo text not null default 'S' check (prod_ativo in ('S', 'N')),
    prod_rastro text not null default 'N' check (prod_rastro in ('S', 'N')),
    prod_nivelm bigint,
    prod_alert text not null default 'N' check (prod_alert in ('S', 'N')),
    icms_pFCP bigint,
    icms_motDesICMS bigint,
    icms_indDeduzDeson text,
    icms_modBCST bigint,
    icms_pRedBCST bigint,
    icms_pICMSST bigint,
    icms_pFCPST bigint,
    icms_pCredSN bigint,
    icms_adRemICMSRet bigint,
    pis_vAliqProd bigint,
    cofins_vAliqProd bigint,
    pis_cofins_excluiICMS text not null default 'N' check (pis_cofins_excluiICMS in ('S', 'N')),
    ibscbs_CST text,
    ibscbs_cClassTrib text,
    deleted_at bigint,
    version bigint not null default 1,
    busca {{folded}} not null,
    busca_xProd {{folded}} not null
);
create unique index produtos_id on produtos (id);
-- Lists walk these in their order; what they filter, search and count by is in them, so that nothing else is read for it
-- (SQLite asks for deleted_at even where the index has no other rows). A product in the bin frees its code.
create unique index produtos_codigo on produtos (id_emit, prod_cProd) where deleted_at is null;
create index produtos_xProd on produtos (id_emit, busca_xProd, seq, prod_ativo, deleted_at, busca) where deleted_at is null;
create index produtos_NCM on produtos (id_emit, (coalesce(prod_NCM, '')), seq, prod_NCM, prod_ativo, deleted_at) where deleted_at is null;
create index produtos_uCOM on produtos (id_emit, (coalesce(prod_uCOM, '')), seq, prod_uCOM, prod_ativo, deleted_at) where deleted_at is null;
create index produtos_created_at on produtos (id_emit, created_at, seq) where deleted_at is null;
create index produtos_inativos on produtos (id_emit, busca_xProd, seq) where deleted_at is null and prod_ativo = 'N';
create index produtos_lixeira on produtos (id_emit, deleted_at, seq) where deleted_at is not null;

create table orcamento (
    seq {{sequence}},
    id uuid not null,
    emitente_id uuid not null references emitente (id) on delete cascade,
    numero_pedido bigint not null,
    data_orcamento {{folded}} not null,
    data_venda text,
    cliente_id uuid references pessoas (id),
    nome_cliente text,
    funcionario_id uuid references users (id),
    vendedor text,
    tipo {{folded}} not null check (tipo in ('Orçamento', 'Pedido')),
    forma_pagamento text,
    condicao_pagamento text,
    numero_parcelas bigint not null default 1,
    prazo_entrega bigint,
    validade bigint,
    solicitante text,
    telefone text,
    obra text,
    debito_credito text not null default 'D' check (debito_credito in ('D', 'C')),
    faturado bigint not null default 0 check (faturado in (0, 1)),
    numero_nfe text,
    total_venda bigint not null,
    total_fatura bigint not null,
    desconto bigint not null,
    acrescimo bigint not null,
    cfop text,
    natureza text,
    codigo_antigo text,
    endereco_entrega text,
    endereco_entrega_completo text,
    historico text,
    observacao text,
    cnpj_empresa text not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    version bigint not null default 1,
    busca {{folded}} not null,
    busca_cliente {{folded}} not null,
    busca_vendedor {{folded}} not null
);
create unique index orcamento_id on orcamento (id);
-- Numbers of deleted budgets are not given again.
create unique index orcamento_numero on orcamento (emitente_id, numero_pedido);
-- SQLite reads deleted_at again even where the index holds only null: so it is in those that are read without their rows.
create index orcamento_data on orcamento (emitente_id, data_orcamento, seq, tipo, faturado, total_fatura, busca, deleted_at) where deleted_at is null;
create index orcamento_cliente on orcamento (emitente_id, busca_cliente, seq) where deleted_at is null;
create index orcamento_vendedor on orcamento (emitente_id, busca_vendedor, seq) where deleted_at is null;
create index orcamento_total on orcamento (emitente_id, total_fatura, seq) where deleted_at is null;
create index orcamento_lixeira on orcamento (emitente_id, deleted_at, seq) where deleted_at is not null;
-- The list of one status or type, and of one client: in the list's order, with what its totals add up.
create index orcamento_faturado on orcamento (emitente_id, faturado, data_orcamento, seq, tipo, total_fatura, deleted_at) where deleted_at is null;
create index orcamento_tipo on orcamento (emitente_id, tipo, data_orcamento, seq, faturado, total_fatura, deleted_at) where deleted_at is null;
create index orcamento_cliente_id on orcamento (cliente_id, emitente_id, data_orcamento, seq, tipo, faturado, total_fatura, deleted_at);
create index orcamento_funcionario_id on orcamento (funcionario_id);

create table orcamento_composicao (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    orcamento_id uuid not null references orcamento (id) on delete cascade,
    ordem bigint not null,
    composicao_id uuid not null references produtos (id),
    descricao text not null,
    unidade text,
    quantidade bigint not null,
    valor_venda bigint not null,
    desconto bigint not null
);
create unique index orcamento_composicao_ordem on orcamento_composicao (orcamento_id, ordem);
create index orcamento_composicao_produto on orcamento_composicao (composicao_id);
create index orcamento_composicao_emitente on orcamento_composicao (emitente_id);

create table orcamento_parcela (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    orcamento_id uuid not null references orcamento (id) on delete cascade,
    ordem bigint not null,
    vencimento text not null,
    valor bigint not null
);
create unique index orcamento_parcela_ordem on orcamento_parcela (orcamento_id, ordem);
create index orcamento_parcela_emitente on orcamento_parcela (emitente_id);

-- The next number of each company; raised in the transaction that takes it.
create table orcamento_numeracao (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    proximo bigint not null
);

-- Count and sum of total_fatura per month, kept in the writing transaction. criterio `orcamento`: month of
-- data_orcamento (the list's totals); `venda`: month of data_venda, else data_orcamento (the dashboard's).
create table orcamento_mes (
    emitente_id uuid not null references emitente (id) on delete cascade,
    criterio text not null check (criterio in ('orcamento', 'venda')),
    mes {{folded}} not null,
    tipo text not null,
    faturado bigint not null,
    quantidade bigint not null,
    total bigint not null,
    primary key (emitente_id, criterio, mes, tipo, faturado)
);

-- Text search by groups of three letters. Only lists of row numbers are kept; the text stays in the table.
-- only sqlite
create virtual table pessoas_busca using fts5 (busca, content = 'pessoas', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1', detail = none);
-- only sqlite
create trigger pessoas_busca_insert after insert on pessoas begin insert into pessoas_busca (rowid, busca) values (new.seq, new.busca); end;
-- only sqlite
create trigger pessoas_busca_delete after delete on pessoas begin insert into pessoas_busca (pessoas_busca, rowid, busca) values ('delete', old.seq, old.busca); end;
-- only sqlite
create trigger pessoas_busca_update after update of busca on pessoas when old.busca <> new.busca begin insert into pessoas_busca (pessoas_busca, rowid, busca) values ('delete', old.seq, old.busca); insert into pessoas_busca (rowid, busca) values (new.seq, new.busca); end;
-- only sqlite
create virtual table produtos_busca using fts5 (busca, content = 'produtos', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1', detail = none);
-- only sqlite
create trigger produtos_busca_insert after insert on produtos begin insert into produtos_busca (rowid, busca) values (new.seq, new.busca); end;
-- only sqlite
create trigger produtos_busca_delete after delete on produtos begin insert into produtos_busca (produtos_busca, rowid, busca) values ('delete', old.seq, old.busca); end;
-- only sqlite
create trigger produtos_busca_update after update of busca on produtos when old.busca <> new.busca begin insert into produtos_busca (produtos_busca, rowid, busca) values ('delete', old.seq, old.busca); insert into produtos_busca (rowid, busca) values (new.seq, new.busca); end;
-- only sqlite
create virtual table orcamento_busca using fts5 (busca, content = 'orcamento', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1', detail = none);
-- only sqlite
create trigger orcamento_busca_insert after insert on orcamento begin insert into orcamento_busca (rowid, busca) values (new.seq, new.busca); end;
-- only sqlite
create trigger orcamento_busca_delete after delete on orcamento begin insert into orcamento_busca (orcamento_busca, rowid, busca) values ('delete', old.seq, old.busca); end;
-- only sqlite
create trigger orcamento_busca_update after update of busca on orcamento when old.busca <> new.busca begin insert into orcamento_busca (orcamento_busca, rowid, busca) values ('delete', old.seq, old.busca); insert into orcamento_busca (rowid, busca) values (new.seq, new.busca); end;
-- only postgres
create index pessoas_busca on pessoas using gin (busca gin_trgm_ops);
-- only postgres
create index produtos_busca on produtos using gin (busca gin_trgm_ops);
-- only postgres
create index orcamento_busca on orcamento using gin (busca gin_trgm_ops);
