-- What an administrator sets up: users, secrets, certificates, SEFAZ settings; and what the screens around the records read.

alter table profiles add column notificacoes_vistas_em bigint;

-- Who made the change that an event hints at, so that a stale edit can be told whose came first.
alter table saida_eventos add column made_by uuid;

-- Name and e-mail folded; filled in at start for the accounts there are.
alter table users add column busca {{folded}} not null default '';
-- Sorted alike on both engines.
-- only postgres
alter table users alter column email type text collate "C";

-- The key that secrets are encrypted with opens this text, or it is the wrong key.
create table secret_check (
    marker bigint not null primary key check (marker = 1),
    prova bytea not null
);

-- One certificate for a company; the encrypted file itself is in `files`, bucket 'certificates', under storage_path.
create table digital_certificates (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id) on delete cascade,
    file_name text not null,
    password_encrypted bytea not null,
    storage_path text not null,
    subject text not null,
    issuer text not null,
    cnpj text not null,
    serial text not null,
    valid_from bigint not null,
    valid_to bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    version bigint not null default 1
);
create unique index digital_certificates_emitente on digital_certificates (emitente_id);
create index digital_certificates_valid_to on digital_certificates (valid_to);

-- version 0: nothing was saved yet. The technical responsible has a version of its own.
alter table nfce_settings add column destino text not null default 'sefaz' check (destino in ('sefaz', 'simulador'));
alter table nfce_settings add column version bigint not null default 0;
alter table nfce_settings add column tech_resp_cnpj text;
alter table nfce_settings add column tech_resp_contact text;
alter table nfce_settings add column tech_resp_email text;
alter table nfce_settings add column tech_resp_phone text;
alter table nfce_settings add column csrt_id text;
alter table nfce_settings add column csrt_encrypted bytea;
alter table nfce_settings add column tech_resp_updated_at bigint;
alter table nfce_settings add column tech_resp_version bigint not null default 0;

create table nfce_ambiente (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('homologacao', 'producao')),
    serie bigint not null check (serie between 0 and 999),
    csc_encrypted bytea,
    csc_id text,
    primary key (emitente_id, ambiente)
);

-- proximo: the number the next receipt takes; 1000000000 when the series is used up. ultimo_usado: highest ever taken.
create table nfce_numeracao (
    emitente_id uuid not null references emitente (id) on delete cascade,
    ambiente text not null check (ambiente in ('homologacao', 'producao')),
    serie bigint not null check (serie between 0 and 999),
    proximo bigint not null check (proximo between 1 and 1000000000),
    ultimo_usado bigint not null default 0,
    primary key (emitente_id, ambiente, serie),
    check (ultimo_usado < proximo)
);

-- Who bought in a month: orders by date of sale, for the dashboard. cliente: the id of the person, else the folded name, else
-- nothing for who is unknown.
create table orcamento_mes_cliente (
    emitente_id uuid not null references emitente (id) on delete cascade,
    mes {{folded}} not null,
    cliente {{folded}} not null,
    quantidade bigint not null,
    primary key (emitente_id, mes, cliente)
);
-- How many different ones, so that nobody counts them.
create table orcamento_mes_clientes (
    emitente_id uuid not null references emitente (id) on delete cascade,
    mes {{folded}} not null,
    clientes bigint not null,
    primary key (emitente_id, mes)
);
-- only sqlite
insert into orcamento_mes_cliente (emitente_id, mes, cliente, quantidade)
select emitente_id, substr(coalesce(data_venda, data_orcamento), 1, 7),
       coalesce(lower(substr(hex(cliente_id), 1, 8) || '-' || substr(hex(cliente_id), 9, 4) || '-' || substr(hex(cliente_id), 13, 4) || '-'
                      || substr(hex(cliente_id), 17, 4) || '-' || nullif(substr(hex(cliente_id), 21), '')), busca_cliente), count(*)
from orcamento where tipo = 'Pedido' and deleted_at is null group by 1, 2, 3;
-- only postgres
insert into orcamento_mes_cliente (emitente_id, mes, cliente, quantidade)
select emitente_id, substr(coalesce(data_venda, data_orcamento), 1, 7), coalesce(cast(cliente_id as text), busca_cliente), count(*)
from orcamento where tipo = 'Pedido' and deleted_at is null group by 1, 2, 3;
insert into orcamento_mes_clientes (emitente_id, mes, clientes)
select emitente_id, mes, count(*) from orcamento_mes_cliente group by emitente_id, mes;

-- Notifications: companies whose set-up changed last, and what became of a person's imports.
create index nfce_settings_updated_at on nfce_settings (updated_at, emitente_id);
create index importacoes_user on importacoes (user_id, updated_at);

-- The audit log is sealed in batches: each link covers one row with its details and the link before it. cadeia: the company,
-- or zeros for what belongs to the installation. hash = sha256(hash before, sha256 of the row and its details).
create table action_log_elos (
    cadeia uuid not null,
    numero bigint not null,
    action_log_id uuid not null,
    hash bytea not null,
    primary key (cadeia, numero)
);
create unique index action_log_elos_log on action_log_elos (action_log_id);
-- Where each chain ends: what was cut off there is missed.
create table action_log_cadeias (
    cadeia uuid not null primary key,
    elos bigint not null,
    hash bytea not null
);
-- What waits for its link. A trigger puts every row here in the transaction that writes it, so none is forgotten however late
-- it is committed, and nobody looks through the log for it.
create table action_log_pendentes (
    action_log_id uuid not null primary key
);
-- only sqlite
create trigger action_logs_wait after insert on action_logs begin insert into action_log_pendentes (action_log_id) values (new.id); end;
-- only postgres
create function action_logs_wait() returns trigger language plpgsql as $$ begin insert into action_log_pendentes (action_log_id) values (new.id); return null; end $$;
-- only postgres
create trigger action_logs_wait after insert on action_logs for each row execute function action_logs_wait();
-- After the trigger: on PostgreSQL it waits for whoever writes to the log just now, and keeps others out.
insert into action_log_pendentes (action_log_id) select id from action_logs;

-- What was logged and sealed stays as it is.
-- only sqlite
create trigger action_logs_no_update before update on action_logs begin select raise(abort, 'the audit log is never changed'); end;
-- only sqlite
create trigger action_logs_no_delete before delete on action_logs begin select raise(abort, 'the audit log is never changed'); end;
-- only sqlite
create trigger action_log_details_no_update before update on action_log_details begin select raise(abort, 'the audit log is never changed'); end;
-- only sqlite
create trigger action_log_details_no_delete before delete on action_log_details begin select raise(abort, 'the audit log is never changed'); end;
-- only sqlite
create trigger action_log_elos_no_update before update on action_log_elos begin select raise(abort, 'the audit log is never changed'); end;
-- only sqlite
create trigger action_log_elos_no_delete before delete on action_log_elos begin select raise(abort, 'the audit log is never changed'); end;
-- only postgres
create function action_logs_refuse() returns trigger language plpgsql as $$ begin raise exception 'the audit log is never changed'; end $$;
-- only postgres
create trigger action_logs_no_change before update or delete or truncate on action_logs for each statement execute function action_logs_refuse();
-- only postgres
create trigger action_log_details_no_change before update or delete or truncate on action_log_details for each statement execute function action_logs_refuse();
-- only postgres
create trigger action_log_elos_no_change before update or delete or truncate on action_log_elos for each statement execute function action_logs_refuse();

-- Each filter of the log, and those that are used together, in the log's order. Errors are few, so theirs hold nothing else.
drop index action_logs_company;
drop index action_logs_created_at;
create index action_logs_created_at on action_logs (created_at, id);
create index action_logs_user on action_logs (user_id, created_at, id);
create index action_logs_action_type on action_logs (action_type, created_at, id);
create index action_logs_user_action_type on action_logs (user_id, action_type, created_at, id);
create index action_logs_company on action_logs (company_id, created_at, id);
create index action_logs_company_user on action_logs (company_id, user_id, created_at, id);
create index action_logs_company_action_type on action_logs (company_id, action_type, created_at, id);
create index action_logs_resultado on action_logs (resultado, created_at, id) where resultado <> 'success';
create index action_logs_company_resultado on action_logs (company_id, resultado, created_at, id) where resultado <> 'success';
create index action_logs_user_resultado on action_logs (user_id, resultado, created_at, id) where resultado <> 'success';
create index action_logs_action_type_resultado on action_logs (action_type, resultado, created_at, id) where resultado <> 'success';
