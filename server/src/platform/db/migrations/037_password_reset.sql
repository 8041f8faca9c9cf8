-- Approximate taxes (Lei 12.741/2012) typed in products, in percent.
alter table produtos add column aprox_pFederal bigint;
alter table produtos add column aprox_pEstadual bigint;
alter table produtos add column aprox_pMunicipal bigint;

-- Links for a new password, sent by e-mail (accounts/password_resets). id: the job that sends it. versao: of the account,
-- whose change voids the link.
create table senha_nova (
    id uuid not null primary key,
    token_hash bytea not null,
    user_id uuid not null references users (id) on delete cascade,
    versao bigint not null,
    expira_em bigint not null
);
create unique index senha_nova_token on senha_nova (token_hash);
create index senha_nova_user on senha_nova (user_id);
create index senha_nova_expira_em on senha_nova (expira_em);

-- Orders by the day that reports count them on, with what their totals add up.
create index orcamento_dia_venda on orcamento (emitente_id, coalesce(data_venda, data_orcamento), seq, tipo, faturado, funcionario_id, total_fatura, deleted_at) where deleted_at is null;
