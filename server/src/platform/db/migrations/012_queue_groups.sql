-- Groups of the queue with threads of their own, what somebody is in a company, and what issuing looks products up by.

alter table tarefas add column fila text not null default 'geral' check (fila in ('geral', 'nfce', 'nfce_atraso', 'impressao'));
-- 1: somebody woke it while it ran, so it runs once more.
alter table tarefas add column acordada bigint not null default 0;
drop index tarefas_fila;
create index tarefas_fila on tarefas (fila, run_at, id) where estado in ('pendente', 'executando');

alter table emitente_users add column papel text not null default 'gerente' check (papel in ('gerente', 'operador'));

create index produtos_ean on produtos (id_emit, prod_cEAN) where deleted_at is null and prod_cEAN is not null;
create index produtos_ean_trib on produtos (id_emit, prod_cEANTrib) where deleted_at is null and prod_cEANTrib is not null;
