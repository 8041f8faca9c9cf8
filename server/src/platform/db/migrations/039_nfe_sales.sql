-- Sales that an NF-e documents. modelo: of the document, chosen by who buys and where the goods go. nfe: transport and bill
-- (selling/sales/sale.hpp), JSON.
alter table venda add column modelo bigint not null default 65 check (modelo in (55, 65));
alter table venda add column nfe text;
