-- An operador's receipts are found and added up in the index, whose rows are as many as the company's, and not in the table.
drop index nfce_lista;
create index nfce_lista on nfce (emitente_id, ambiente, dhEmi, seq, vNF, busca, modelo, operacao, operador_id);
