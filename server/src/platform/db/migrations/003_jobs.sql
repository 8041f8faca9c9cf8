-- The durable queue, and imports, which are its first jobs.

create table tarefas (
    id uuid not null primary key,
    tipo text not null,
    emitente_id uuid references emitente (id) on delete cascade,
    -- At most one job with the same key waits or runs.
    chave text,
    estado text not null check (estado in ('pendente', 'executando', 'concluida', 'falhou', 'cancelada')),
    dados text not null,
    run_at bigint not null,
    tentativas bigint not null default 0,
    lease_until bigint,
    lease_token text,
    erro text,
    created_at bigint not null,
    finished_at bigint
);
create unique index tarefas_chave on tarefas (chave) where estado in ('pendente', 'executando');
create index tarefas_fila on tarefas (run_at, id) where estado in ('pendente', 'executando');
create index tarefas_finished_at on tarefas (finished_at) where finished_at is not null;
create index tarefas_emitente on tarefas (emitente_id);

create table importacoes (
    id uuid not null primary key,
    -- Null: people, who belong to the installation.
    emitente_id uuid references emitente (id) on delete cascade,
    tipo text not null check (tipo in ('produtos', 'pessoas')),
    user_id uuid not null references users (id),
    file_name text not null,
    estado text not null check (estado in ('lendo', 'pronta', 'aplicando', 'aplicada', 'falhou', 'cancelada')),
    feitas bigint not null default 0,
    total bigint not null default 0,
    novas bigint not null default 0,
    alteradas bigint not null default 0,
    iguais bigint not null default 0,
    ruins bigint not null default 0,
    colunas text not null default '[]',
    erro text,
    arquivo bytea,
    created_at bigint not null,
    updated_at bigint not null
);
create index importacoes_emitente on importacoes (emitente_id, created_at);
create index importacoes_created_at on importacoes (created_at);

-- The file's rows as read. dados: what the row says, as the API's JSON; original: its cells, a JSON array of texts.
create table importacao_linhas (
    importacao_id uuid not null references importacoes (id) on delete cascade,
    linha bigint not null,
    situacao text not null check (situacao in ('nova', 'alterada', 'igual', 'ruim')),
    dados text not null,
    original text not null,
    primary key (importacao_id, linha)
);
create index importacao_linhas_situacao on importacao_linhas (importacao_id, situacao, linha);

-- Why a row does not go in: one for each field. `linha` as in importacao_linhas.
create table importacao_problemas (
    importacao_id uuid not null references importacoes (id) on delete cascade,
    linha bigint not null,
    numero bigint not null,
    campo text not null,
    valor text not null,
    mensagem text not null,
    primary key (importacao_id, linha, numero)
);
