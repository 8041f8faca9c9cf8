-- Change of person at a counter by PIN (platform/auth/pins.hpp, platform/auth/counter_person.hpp).

alter table estacao add column aceita_pin text not null default 'N' check (aceita_pin in ('S', 'N'));

-- hash_encrypted: argon2id, sealed. digitos: how many, so that the last one sends it.
create table pin (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    user_id uuid not null references users (id),
    hash_encrypted bytea not null,
    digitos bigint not null check (digitos between 4 and 6),
    created_at bigint not null,
    updated_at bigint not null
);
create unique index pin_pessoa on pin (emitente_id, user_id);

-- Wrong PINs in a row: of a person, and of a station (alvo).
create table pin_falha (
    emitente_id uuid not null references emitente (id) on delete cascade,
    alvo uuid not null,
    falhas bigint not null,
    ultima_em bigint not null,
    livre_em bigint not null,
    primary key (emitente_id, alvo)
);

-- Who sells, and sold, in a session that somebody else opened. papel and pin_em: as they were then; it ends when they
-- change. usado_em 0: ended.
create table operador_balcao (
    id uuid not null primary key,
    session_id uuid not null references sessions (id) on delete cascade,
    emitente_id uuid not null references emitente (id) on delete cascade,
    estacao_id uuid not null references estacao (id) on delete cascade,
    user_id uuid not null references users (id),
    papel text not null,
    pin_em bigint not null,
    usado_em bigint not null
);
create unique index operador_balcao_pessoa on operador_balcao (session_id, emitente_id, user_id);
