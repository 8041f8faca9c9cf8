-- Receipts (notas): number, key, versions, and every exchange with SEFAZ.

-- versao: the newest signed one, once authorised the one that was. fuso: hours of dhEmi's offset. chave_alheia: whose key
-- SEFAZ named for the number. conferir_em: when its next step is due. conferencia_pedida_em: since when somebody wants
-- to know what SEFAZ has. busca: name, document and number.
create table nfce (
    seq {{sequence}},
    id uuid not null,
    emitente_id uuid not null references emitente (id),
    venda_id uuid not null,
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null check (serie between 0 and 889),
    numero bigint not null check (numero between 1 and 999999999),
    cNF text not null,
    chave text not null,
    tpEmis bigint not null check (tpEmis in (1, 9)),
    estado text not null check (estado in ('enviando', 'indefinida', 'rejeitada', 'autorizada', 'autorizada_sem_xml', 'contingencia', 'contingencia_rejeitada', 'cancelada', 'cancelada_subst', 'abandonada', 'inutilizada', 'ocupada', 'denegada')),
    versao bigint not null,
    dhEmi bigint not null,
    fuso bigint not null,
    dhCont bigint,
    xJust text,
    prazo bigint,
    vNF bigint not null,
    documento text,
    nome text,
    cStat bigint,
    xMotivo text,
    item bigint,
    nProt text,
    dhRecbto bigint,
    digVal text,
    substituida_por uuid,
    substitui uuid,
    chave_alheia text,
    cancelavel_ate bigint,
    conferir_em bigint,
    conferencia_pedida_em bigint,
    operador_id uuid not null references users (id),
    created_at bigint not null,
    version bigint not null default 1,
    busca {{folded}} not null,
    foreign key (emitente_id, venda_id) references venda (emitente_id, id),
    check ((tpEmis = 9) = (dhCont is not null)),
    check ((tpEmis = 9) = (prazo is not null))
);
create unique index nfce_id on nfce (id);
create unique index nfce_numero on nfce (emitente_id, ambiente, serie, numero);
create unique index nfce_chave on nfce (chave);
-- A nota has one successor.
create unique index nfce_substitui on nfce (emitente_id, substitui) where substitui is not null;
create index nfce_lista on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca);
create index nfce_lista_estado on nfce (emitente_id, ambiente, estado, dhEmi, seq, vNF) where estado <> 'autorizada';
create index nfce_venda on nfce (emitente_id, venda_id);
create index nfce_pendente on nfce (emitente_id, ambiente, prazo) where estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', 'contingencia_rejeitada', 'abandonada');

-- An event about a nota: cancelling (110111) or substitution (110112). user_id null: made by the program.
create table nfce_evento (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    tipo text not null check (tipo in ('110111', '110112')),
    estado text not null check (estado in ('aguardando', 'enviando', 'indefinido', 'registrado', 'recusado')),
    xJust text not null,
    chave_ref text,
    dhEvento bigint,
    nProt text,
    dhReg bigint,
    cStat bigint,
    xMotivo text,
    user_id uuid,
    created_at bigint not null
);
create unique index nfce_evento_tipo on nfce_evento (nfce_id, tipo) where estado <> 'recusado';

-- One exchange with SEFAZ, announced before its socket opens. execucao: the run that alone may send it. resultado: null
-- while it is open. saiu: S something left this machine, N provably nothing did.
create table sefaz_troca (
    seq {{sequence}},
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    servico text not null,
    nfce_id uuid references nfce (id),
    evento_id uuid references nfce_evento (id),
    inutilizacao_id uuid references nfce_inutilizacao (id),
    versao bigint,
    execucao text not null,
    anunciada_em bigint not null,
    respondida_em bigint,
    resultado text check (resultado in ('respondida', 'sem_resposta')),
    cStat bigint,
    xMotivo text,
    nRec text,
    tMed bigint,
    ms bigint,
    falha text,
    saiu text not null default '?' check (saiu in ('S', 'N', '?')),
    created_at bigint not null,
    check ((resultado is null) = (respondida_em is null))
);
create index sefaz_troca_nfce on sefaz_troca (nfce_id, seq);
create index sefaz_troca_emitente on sefaz_troca (emitente_id, seq);
create index sefaz_troca_aberta on sefaz_troca (anunciada_em) where resultado is null;

-- Every document as it was signed or answered; versao: of a receipt or its protocol. arquivo: where the bytes lie when they are not here. Never changed; only what
-- was practised in the simulator may be thrown away.
create table nfce_xml (
    id uuid not null,
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    nfce_id uuid references nfce (id),
    evento_id uuid references nfce_evento (id),
    inutilizacao_id uuid references nfce_inutilizacao (id),
    troca_seq bigint,
    tipo text not null check (tipo in ('nfe', 'protNFe', 'evento', 'retEvento', 'inut', 'retInut', 'retorno')),
    versao bigint,
    chave text,
    digest text,
    -- Of a signed receipt: its time, and until when the certificate that signed it is valid.
    dhEmi bigint,
    certificado_ate bigint,
    sha256 bytea not null,
    bytes bytea,
    arquivo text,
    created_at bigint not null,
    primary key (emitente_id, id)
);
create unique index nfce_xml_versao on nfce_xml (nfce_id, tipo, versao) where versao is not null;
create unique index nfce_xml_retorno on nfce_xml (troca_seq) where tipo = 'retorno';
-- only sqlite
create trigger nfce_xml_no_update before update on nfce_xml begin select raise(abort, 'a stored document is never changed'); end;
-- only sqlite
create trigger nfce_xml_no_delete before delete on nfce_xml when old.ambiente <> 'simulador' begin select raise(abort, 'a stored document is never deleted'); end;
-- only postgres
create function nfce_xml_refuse() returns trigger language plpgsql as $$ begin raise exception 'a stored document is never changed or deleted'; end $$;
-- only postgres
create trigger nfce_xml_no_update before update on nfce_xml for each row execute function nfce_xml_refuse();
-- only postgres
create trigger nfce_xml_no_delete before delete on nfce_xml for each row when (old.ambiente <> 'simulador') execute function nfce_xml_refuse();
-- only postgres
create trigger nfce_xml_no_truncate before truncate on nfce_xml for each statement execute function nfce_xml_refuse();

-- Receipts of a day by group, as changes to be added up: only appended, so tills share no row.
create table nfce_dia (
    seq {{sequence}},
    emitente_id uuid not null references emitente (id),
    ambiente text not null check (ambiente in ('producao', 'homologacao', 'simulador')),
    serie bigint not null,
    dia {{folded}} not null,
    grupo text not null check (grupo in ('autorizada', 'cancelada', 'contingencia')),
    quantidade bigint not null,
    total bigint not null
);
create index nfce_dia_grupo on nfce_dia (emitente_id, ambiente, dia, grupo, serie);
