-- What lists are sorted and filtered by besides, and the filters that people keep.

-- Those without a price come before all others.
create index produtos_vUnCOM on produtos (id_emit, (coalesce(prod_vUnCOM, -1)), seq, prod_vUnCOM, prod_ativo, deleted_at) where deleted_at is null;

-- An Orçamento's last day (data_orcamento and its validade); null: a Pedido, or one that does not end.
alter table orcamento add column valido_ate {{folded}};
-- only sqlite
update orcamento set valido_ate = date(data_orcamento, '+' || validade || ' days') where tipo = 'Orçamento' and validade is not null;
-- only postgres
update orcamento set valido_ate = to_char(cast(data_orcamento as date) + cast(validade as integer), 'YYYY-MM-DD') where tipo = 'Orçamento' and validade is not null;
create index orcamento_validade on orcamento (emitente_id, faturado, valido_ate, seq, tipo, total_fatura, deleted_at) where deleted_at is null and valido_ate is not null;

-- valores: search, order, tab and filters of a list's address, as a JSON object of texts.
create table filtro_salvo (
    id uuid not null primary key,
    user_id uuid not null references users (id),
    lista text not null,
    nome {{folded}} not null,
    valores text not null,
    created_at bigint not null
);
create unique index filtro_salvo_nome on filtro_salvo (user_id, lista, nome);
