-- Sales for future delivery: an NF-e invoices them at once, and each truck takes its goods along with an NF-e of remessa.
alter table venda add column entrega_futura text not null default 'N' check (entrega_futura in ('S', 'N'));

-- operacao: what a nota documents, its sale, goods of it that came back (devolucao_id) or goods of it that leave (entrega_id).
-- A delivery has one nota; one that is issued after the last was cancelled or given up takes its place (substituida_por).
alter table nfce add column operacao text not null default 'venda' check (operacao in ('venda', 'devolucao', 'remessa'));
update nfce set operacao = 'devolucao' where devolucao_id is not null;
alter table nfce add column entrega_id uuid;
create unique index nfce_entrega on nfce (emitente_id, entrega_id) where entrega_id is not null and substituida_por is null;

-- What was sold is added up without the others.
drop index nfce_lista;
create index nfce_lista on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca, modelo, operacao);
drop index nfce_lista_estado;
create index nfce_lista_estado on nfce (emitente_id, ambiente, estado, dhEmi, seq, vNF, operacao) where estado <> 'autorizada';

-- What a remessa that stands takes along of the items of sales. Without rows it was cancelled or given up.
create table remessa_item (
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    ordem bigint not null,
    venda_id uuid not null,
    venda_ordem bigint not null,
    quantidade bigint not null check (quantidade > 0),
    valor bigint not null check (valor >= 0),
    primary key (nfce_id, ordem),
    foreign key (emitente_id, venda_id, venda_ordem) references venda_item (emitente_id, venda_id, ordem)
);
create index remessa_item_venda on remessa_item (emitente_id, venda_id, venda_ordem);
