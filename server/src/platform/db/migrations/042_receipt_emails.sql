-- E-mails with XML and PDF of an authorised receipt (selling/receipts/emails), one row an address. user_id null: sent by
-- itself on authorisation, once. tentativas: how often the mail server did not take it; motivo: why, ready to show.
create table nfce_email (
    id uuid not null primary key,
    emitente_id uuid not null references emitente (id),
    nfce_id uuid not null references nfce (id),
    para text not null,
    estado text not null check (estado in ('enviando', 'enviado', 'falhou')),
    motivo text,
    tentativas bigint not null default 0,
    user_id uuid,
    created_at bigint not null,
    fim_em bigint,
    check ((estado = 'enviando') = (fim_em is null))
);
create index nfce_email_nfce on nfce_email (nfce_id, created_at, id);
create unique index nfce_email_enviando on nfce_email (nfce_id, para) where estado = 'enviando';
create unique index nfce_email_automatico on nfce_email (nfce_id) where user_id is null;
create index nfce_email_pessoa on nfce_email (emitente_id, user_id, created_at);
