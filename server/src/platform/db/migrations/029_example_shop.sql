-- A made-up shop to try the program with (office/example_shop/example_shop.hpp).

-- One row, always there, so that making and removing the shop wait for each other. feitas, total: records made so far, and
-- in all. cnpj: as it was made up. user_id: who asked for it.
create table loja_exemplo (
    marcador bigint not null primary key check (marcador = 1),
    estado text not null default 'nenhuma' check (estado in ('nenhuma', 'preparando', 'pronta', 'falhou')),
    emitente_id uuid references emitente (id) on delete set null,
    cnpj text,
    feitas bigint not null default 0,
    total bigint not null default 0,
    erro text,
    user_id uuid references users (id),
    check ((estado = 'nenhuma') = (cnpj is null))
);
create unique index loja_exemplo_emitente on loja_exemplo (emitente_id);
insert into loja_exemplo (marcador) values (1);

-- What was made for it: a record of each kind by its place in the declaration (reference-data/example-shop.json).
-- documento: of a person, as it was made up.
create table loja_exemplo_registro (
    emitente_id uuid not null references emitente (id) on delete cascade,
    tipo text not null check (tipo in ('certificado', 'estacao', 'perfil', 'produto', 'pessoa', 'pedido', 'venda')),
    ordem bigint not null,
    registro_id uuid not null,
    documento text,
    primary key (emitente_id, tipo, ordem)
);
create index loja_exemplo_registro_de on loja_exemplo_registro (registro_id, tipo);
