-- Logos are shown as pixels drawn from what was uploaded: those are the files of bucket `company_logos`; the uploaded bytes are
-- kept under the same path in `company_logo_uploads` and never served. What lies in the first and not in the second is from
-- before: the program draws it at its start (registry/companies/logo_conversion.cpp).

-- A logo that could not be drawn then, until another one is sent.
create table logos_retirados (
    emitente_id uuid not null references emitente (id) on delete cascade,
    tipo text not null check (tipo in ('system', 'documents')),
    motivo text not null,
    retirado_em bigint not null,
    primary key (emitente_id, tipo)
);
