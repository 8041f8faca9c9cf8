-- The last question whether an authoriser works, and what it answered. Of no company: SEFAZ takes one question in three
-- minutes. modelo, tpEmis: whose services (6, 7: the SVC's). funciona: null until it is known. resposta: a predicate, to
-- be read after who was asked: "não respondeu".
create table sefaz_status (
    uf text not null,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    modelo bigint not null check (modelo in (55, 65)),
    tpEmis bigint not null check (tpEmis in (1, 6, 7)),
    perguntado_em bigint not null,
    funciona bigint check (funciona in (0, 1)),
    resposta text not null default '',
    primary key (uf, ambiente, modelo, tpEmis)
);
