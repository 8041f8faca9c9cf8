-- Weight of one commercial unit of a product, in kilograms.
alter table produtos add column prod_pesoL bigint;
