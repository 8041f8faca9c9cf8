-- Goods of an order that left for the customer, a romaneio each. ordem: of the order's deliveries, from 1. desfeita_em: the truck
-- came back with them, or the delivery was recorded by mistake.
alter table orcamento_composicao add column entregue bigint not null default 0 check (entregue between 0 and quantidade);

create table pedido_entrega (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    orcamento_id uuid not null references orcamento (id),
    ordem bigint not null,
    endereco text,
    motorista text,
    placa text,
    observacao text,
    desfeita_em bigint,
    desfeita_motivo text,
    user_id uuid not null references users (id),
    created_at bigint not null,
    check ((desfeita_em is null) = (desfeita_motivo is null))
);
create unique index pedido_entrega_ordem on pedido_entrega (orcamento_id, ordem);
create index pedido_entrega_empresa on pedido_entrega (emitente_id, orcamento_id, ordem);

-- item_id: of orcamento_composicao, whose items stay while there are deliveries.
create table pedido_entrega_item (
    emitente_id uuid not null references emitente (id),
    entrega_id uuid not null references pedido_entrega (id),
    ordem bigint not null,
    item_id uuid not null,
    quantidade bigint not null check (quantidade > 0),
    primary key (entrega_id, ordem)
);
create index pedido_entrega_item_empresa on pedido_entrega_item (emitente_id, entrega_id, ordem);
