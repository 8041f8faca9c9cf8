-- What was sold and paid. A sale has one receipt or, after a lost answer, a chain of them (nfce).

-- id: made by the browser, the sale's identity for ever. corpo_sha256: of the request that made it, to know a repeated one.
create table venda (
    id uuid not null,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    estado text not null check (estado in ('aberta', 'emitida', 'desfeita', 'descartada')),
    -- Name under which a draft is parked.
    em_espera text,
    corpo_sha256 bytea not null,
    operador_id uuid not null references users (id),
    orcamento_id uuid,
    cliente_id uuid,
    cpf text,
    nome text,
    ind_pres bigint not null check (ind_pres in (1, 4)),
    -- Address of a delivery, as JSON.
    entrega text,
    desconto bigint not null default 0,
    acrescimo bigint not null default 0,
    frete bigint not null default 0,
    total bigint not null,
    troco bigint not null default 0,
    observacao text,
    created_at bigint not null,
    updated_at bigint not null,
    version bigint not null default 1,
    primary key (emitente_id, id)
);
create index venda_em_espera on venda (emitente_id, em_espera, updated_at) where estado = 'aberta';
create index venda_orcamento on venda (orcamento_id) where orcamento_id is not null;

create table venda_item (
    emitente_id uuid not null,
    venda_id uuid not null,
    ordem bigint not null,
    produto_id uuid not null,
    cProd text not null,
    descricao text not null,
    unidade text not null,
    quantidade bigint not null,
    valor bigint not null,
    -- The product's price when the item was added.
    preco_lido bigint not null,
    desconto bigint not null default 0,
    total bigint not null,
    orcamento_item_id uuid,
    -- Lot and dates of a traced product, as JSON.
    lote text,
    primary key (emitente_id, venda_id, ordem),
    foreign key (emitente_id, venda_id) references venda (emitente_id, id)
);
create index venda_item_orcamento_item on venda_item (orcamento_item_id) where orcamento_item_id is not null;
create index venda_item_produto on venda_item (produto_id);

-- valor: as handed over, the change included.
create table venda_pagamento (
    emitente_id uuid not null,
    venda_id uuid not null,
    ordem bigint not null,
    tPag text not null,
    valor bigint not null,
    xPag text,
    tpIntegra bigint,
    credenciadora text,
    tBand text,
    cAut text,
    txid text,
    primary key (emitente_id, venda_id, ordem),
    foreign key (emitente_id, venda_id) references venda (emitente_id, id)
);
