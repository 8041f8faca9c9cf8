-- How a company sells: what registry/sale_settings/sale_settings.hpp declares, as JSON.
create table vender_config (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    config text not null,
    updated_at bigint not null,
    version bigint not null default 1
);
