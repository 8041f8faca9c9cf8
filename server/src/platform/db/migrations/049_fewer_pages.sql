-- Changes of sums wait a minute at most, so those of a company are found by it alone; the wider index was eight pages of a sale.
drop index figura_mudanca_dia;
create index figura_mudanca_emitente on figura_mudanca (emitente_id);

-- Old events are the first ones (platform/events).
drop index saida_eventos_created_at;
