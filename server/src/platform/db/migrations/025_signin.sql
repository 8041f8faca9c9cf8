-- E-mails in one form, and what people are told of because somebody else could have done it.

-- By which rules the e-mail was brought into the form that is compared (platform/auth/email_forms.hpp); 0: not yet, which the start does.
alter table users add column email_norma bigint not null default 0;
create index users_email_norma on users (id) where email_norma = 0;

-- Of a person, of a company, or (neither) for administrators.
create table aviso_seguranca (
    id uuid not null primary key,
    tipo text not null,
    user_id uuid references users (id),
    emitente_id uuid references emitente (id) on delete cascade,
    texto text not null,
    em bigint not null
);
create index aviso_seguranca_user on aviso_seguranca (user_id, em);
create index aviso_seguranca_emitente on aviso_seguranca (emitente_id, em);
create index aviso_seguranca_em on aviso_seguranca (em);
