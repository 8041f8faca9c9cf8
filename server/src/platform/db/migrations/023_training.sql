-- What was practised in the simulator can be thrown away: found without going through what is real, and taken out without
-- going through whole tables for what refers to it.

create index venda_treino on venda (emitente_id, id) where ambiente = 'simulador';
create index sefaz_troca_treino on sefaz_troca (emitente_id, seq) where ambiente = 'simulador';
create index nfce_inutilizacao_treino on nfce_inutilizacao (emitente_id, id) where ambiente = 'simulador';
create index nfce_xml_treino on nfce_xml (emitente_id, id) where ambiente = 'simulador';

create index nfce_evento_nota on nfce_evento (nfce_id);
create index nfce_xml_evento on nfce_xml (evento_id) where evento_id is not null;
create index nfce_xml_inutilizacao on nfce_xml (inutilizacao_id) where inutilizacao_id is not null;
-- As before, and for every document of a nota: two without a version are two.
drop index nfce_xml_versao;
create unique index nfce_xml_versao on nfce_xml (nfce_id, tipo, versao);
