-- The password asked again, and what somebody proves to have besides it.

-- When the password was last given in this session; 0: before this was noted.
alter table sessions add column senha_em bigint not null default 0;

-- Codes of an app (RFC 6238). ativado_em null: it is being set up. ultimo_passo: the time step of the last code, which is not
-- taken again.
create table segundo_fator (
    user_id uuid not null primary key references users (id),
    segredo_encrypted bytea not null,
    ultimo_passo bigint not null default 0,
    ativado_em bigint,
    created_at bigint not null
);

-- For who has lost it; a code that was used is gone.
create table segundo_fator_codigo (
    user_id uuid not null references users (id),
    codigo_sha256 bytea not null,
    primary key (user_id, codigo_sha256)
);
