-- Alerts of an authorisation, the fiscal tables that a version was judged by, and the conditions of practice.

-- What SEFAZ said when it authorised with alert (cStat 120), as JSON: up to five cMsg and xMsg.
alter table nfce add column alertas text;
create index nfce_com_alerta on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca) where alertas is not null;

-- tabela_fiscal_estado.revisao when it was signed; null: before this was kept.
alter table nfce_xml add column tabela_revisao bigint;
-- Revision that undoing it made; null: undone before this was kept, or not undone.
alter table tabela_fiscal add column desfeita_revisao bigint;

-- Practice: days that its clock is ahead, and whether the simulator refuses what the law wants and SEFAZ does not.
alter table nfce_settings add column treino_dias bigint not null default 0 check (treino_dias between 0 and 366);
alter table nfce_settings add column treino_exige_ibscbs text not null default 'N' check (treino_exige_ibscbs in ('S', 'N'));
