-- Imports go in by slices and can be undone.

-- aplicada_ate: the last line that went in, or was found bad meanwhile. criadas, mudadas: records written so far.
-- desfazer: undoing it, or undone; desfeitas and mantidas: how many were, and how many somebody has changed since.
alter table importacoes add column aplicada_ate bigint not null default 0;
alter table importacoes add column criadas bigint not null default 0;
alter table importacoes add column mudadas bigint not null default 0;
alter table importacoes add column desfazer text check (desfazer in ('desfazendo', 'desfeita'));
alter table importacoes add column desfeitas bigint not null default 0;
alter table importacoes add column mantidas bigint not null default 0;

-- registro_id, registro_versao: the record as the import wrote it. antes: the JSON of a changed one before. desfecho: what
-- undoing did, and motivo why it left the record.
alter table importacao_linhas add column registro_id uuid;
alter table importacao_linhas add column registro_versao bigint;
alter table importacao_linhas add column antes text;
alter table importacao_linhas add column desfecho text check (desfecho in ('desfeita', 'mantida'));
alter table importacao_linhas add column motivo text;
create index importacao_linhas_mantidas on importacao_linhas (importacao_id, linha) where desfecho = 'mantida';
