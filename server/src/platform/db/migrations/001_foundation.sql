-- Accounts, companies, files, audit and the tables every later feature leans on.
-- One file for both engines: see platform/db/migrations.hpp for its few conventions.

create table roles (
    id uuid not null primary key,
    name text not null
);
create unique index roles_name on roles (name);

create table users (
    id uuid not null primary key,
    email text not null,
    full_name text not null,
    password_hash text not null,
    active text not null default 'S' check (active in ('S', 'N')),
    created_at bigint not null,
    last_sign_in_at bigint,
    deleted_at bigint,
    version bigint not null default 1
);
-- A deleted user frees the e-mail.
create unique index users_email on users (email) where deleted_at is null;

-- One row at most: whoever inserts it first is the first administrator.
create table first_admin (
    marker bigint not null primary key check (marker = 1),
    user_id uuid not null references users (id)
);

create table user_roles (
    user_id uuid not null primary key references users (id),
    role_id uuid not null references roles (id)
);

create table emitente (
    id uuid not null primary key,
    razao_social text not null,
    nome_fantasia text,
    cnpj {{folded}} not null,
    inscricao_estadual text not null,
    telefone text,
    crt bigint not null default 1 check (crt between 1 and 4),
    cep text not null,
    codigo_municipio text not null,
    logradouro text not null,
    numero text not null,
    complemento text,
    bairro text not null,
    municipio text not null,
    uf text not null,
    logo_sistema_url text,
    logo_documentos_url text,
    cor text not null,
    fuso_horario text not null,
    ativo text not null default 'S' check (ativo in ('S', 'N')),
    primeiro_numero_em bigint,
    updated_at bigint not null,
    version bigint not null default 1,
    busca {{folded}} not null,
    busca_municipio {{folded}} not null
);
create unique index emitente_cnpj on emitente (cnpj);
-- The list walks this index in its order and filters on it without touching the rows.
create index emitente_lista on emitente (busca, id, ativo, cnpj);
create index emitente_lista_ativo on emitente (ativo, busca, id, cnpj);
create index emitente_municipio on emitente (busca_municipio, id);
create index emitente_updated_at on emitente (updated_at, id);

create table emitente_users (
    emitente_id uuid not null references emitente (id) on delete cascade,
    user_id uuid not null references users (id),
    primary key (emitente_id, user_id)
);
create index emitente_users_user on emitente_users (user_id, emitente_id);

create table profiles (
    id uuid not null primary key references users (id),
    default_emitente_id uuid references emitente (id) on delete set null
);
create index profiles_default_emitente on profiles (default_emitente_id);

create table sessions (
    id uuid not null primary key,
    token_hash bytea not null,
    user_id uuid not null references users (id),
    active_emitente_id uuid references emitente (id) on delete set null,
    device text not null,
    created_at bigint not null,
    last_used_at bigint not null
);
create unique index sessions_token on sessions (token_hash);
create index sessions_user on sessions (user_id);
create index sessions_active_emitente on sessions (active_emitente_id);
create index sessions_last_used on sessions (last_used_at);

create table nfce_settings (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    ambiente text not null default 'homologacao' check (ambiente in ('homologacao', 'producao')),
    updated_at bigint not null
);

-- Uploaded files by bucket and path, as the specification names them.
create table files (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    bucket text not null,
    path text not null,
    content_type text not null,
    sha256 bytea not null,
    bytes bytea not null,
    created_at bigint not null
);
create unique index files_path on files (bucket, path);
create index files_emitente on files (emitente_id);

create table app_versions (
    id uuid not null primary key,
    version text not null,
    created_at bigint not null,
    commit_hash text,
    description text
);
create unique index app_versions_version on app_versions (version, commit_hash);
create index app_versions_created_at on app_versions (created_at);

-- user_id, company_id and target_user_id outlive what they point at: the log is never rewritten.
create table action_logs (
    id uuid not null primary key,
    user_id uuid,
    action_type text not null,
    description text not null,
    company_id uuid,
    target_user_id uuid,
    created_at bigint not null,
    resultado text not null check (resultado in ('success', 'error', 'processing'))
);
create index action_logs_company on action_logs (company_id, created_at);
create index action_logs_created_at on action_logs (created_at);

create table action_log_details (
    action_log_id uuid not null primary key references action_logs (id),
    details text not null
);

-- Answers to POSTs that carried an Idempotency-Key, kept for a day.
create table idempotencia (
    user_id uuid not null references users (id),
    route text not null,
    chave text not null,
    body_sha256 bytea not null,
    status bigint not null,
    etag text,
    body text not null,
    created_at bigint not null,
    primary key (user_id, route, chave)
);
create index idempotencia_created_at on idempotencia (created_at);

-- Hints for open event streams, read by every process.
create table saida_eventos (
    seq {{sequence}},
    topic text not null,
    company_id uuid,
    entity_id uuid,
    user_id uuid,
    version bigint not null,
    created_at bigint not null
);
create index saida_eventos_created_at on saida_eventos (created_at);

-- Exact totals of lists, kept in the writing transaction so that no list counts its table.
create table contagens (
    emitente_id uuid not null,
    tabela text not null,
    situacao text not null,
    total bigint not null,
    primary key (emitente_id, tabela, situacao)
);
