-- Approximate taxes of Lei 12.741/2012: the table of IBPT that a company has uploaded (fiscal/ibpt). Dates are YYYY-MM-DD.
create table ibpt_tabela (
    emitente_id uuid not null primary key references emitente (id) on delete cascade,
    uf text not null,
    versao text not null,
    chave text not null,
    fonte text not null,
    vigencia_inicio text not null,
    vigencia_fim text not null,
    nome_arquivo text not null,
    linhas bigint not null,
    created_at bigint not null,
    version bigint not null
);

-- Its rows by the first two digits of the NCM, so that an upload writes a hundred rows and a sale reads a few:
-- `NCM;EX;nacional;importado;estadual;municipal` a line, percentages in ten-thousandths.
create table ibpt_capitulo (
    emitente_id uuid not null references ibpt_tabela (emitente_id) on delete cascade,
    capitulo text not null,
    aliquotas text not null,
    primary key (emitente_id, capitulo)
);
