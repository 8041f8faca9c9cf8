-- A file of a month lies in pieces behind its row: written or deleted at once, its 32 MB kept every sale waiting. One of an earlier
-- version has no pieces and lies in the row itself (nfce_xml_mes_arquivo.bytes).
create table nfce_xml_mes_parte (
    pedido_id uuid not null references nfce_xml_mes (id) on delete cascade,
    emitente_id uuid not null references emitente (id) on delete cascade,
    n bigint not null,
    parte bigint not null,
    bytes bytea not null,
    primary key (pedido_id, n, parte)
);
