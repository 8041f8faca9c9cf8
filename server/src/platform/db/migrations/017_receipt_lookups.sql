-- What is asked of one receipt's events and open exchanges, and what the program looks for of all companies.
create index nfce_evento_nfce on nfce_evento (nfce_id, created_at, id);
create index nfce_evento_aberto on nfce_evento (estado, emitente_id) where estado in ('aguardando', 'enviando', 'indefinido');
create index nfce_inutilizacao_aberta on nfce_inutilizacao (estado, emitente_id) where estado in ('enviando', 'indefinido');
create index nfce_em_andamento on nfce (estado, created_at) where estado in ('enviando', 'indefinida');
create index nfce_espera_envio on nfce (estado, emitente_id, ambiente) where estado = 'contingencia' and substituida_por is null;
drop index sefaz_troca_aberta;
create index sefaz_troca_aberta on sefaz_troca (emitente_id, nfce_id, seq) where resultado is null;
create index sefaz_troca_evento on sefaz_troca (evento_id, seq) where evento_id is not null;
create index sefaz_troca_inutilizacao on sefaz_troca (inutilizacao_id, seq) where inutilizacao_id is not null;
create index nfce_alarme_em on nfce_alarme (created_at);
create index tarefas_executando on tarefas (estado) where estado = 'executando';
