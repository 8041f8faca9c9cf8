-- The XML of a month of receipts as files to download, made by a job on request and thrown away a week later.

-- mes: AAAA-MM of dhEmi in the company's time zone. notas: how many documents of receipts the files hold. erro: why there
-- are none, in Portuguese.
create table nfce_xml_mes (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    mes {{folded}} not null,
    estado text not null check (estado in ('preparando', 'pronta', 'falhou')),
    notas bigint not null default 0,
    erro text,
    user_id uuid not null,
    created_at bigint not null,
    pronta_em bigint
);
create unique index nfce_xml_mes_mes on nfce_xml_mes (emitente_id, ambiente, mes);

create table nfce_xml_mes_arquivo (
    pedido_id uuid not null references nfce_xml_mes (id) on delete cascade,
    emitente_id uuid not null references emitente (id) on delete cascade,
    n bigint not null,
    tamanho bigint not null,
    bytes bytea not null,
    primary key (pedido_id, n)
);
create index nfce_inutilizacao_homologada on nfce_inutilizacao (emitente_id, ambiente, dhRecbto, id) where estado = 'homologada';
