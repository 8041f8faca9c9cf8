-- NF-e of entry of goods that came back. devolucao_id: the return that a nota documents; null: a sale's. A return has one
-- nota; one that is issued after the last was cancelled or given up takes its place (substituida_por).
alter table nfce add column devolucao_id uuid;
create unique index nfce_devolucao on nfce (emitente_id, devolucao_id) where devolucao_id is not null and substituida_por is null;

-- What was sold is added up without them.
drop index nfce_lista;
create index nfce_lista on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca, modelo, devolucao_id);
drop index nfce_lista_estado;
create index nfce_lista_estado on nfce (emitente_id, ambiente, estado, dhEmi, seq, vNF, devolucao_id) where estado <> 'autorizada';
