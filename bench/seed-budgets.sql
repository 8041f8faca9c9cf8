-- {{rows}} budgets and orders of one company ({{company}}) over ten years, of 1,000 clients and 20 sellers, without items.
-- For both engines; who runs it fills in the numbers, how an id is made ({{new_id}}) and an id's literal.
insert into pessoas (id, pessoa_tipo, cpf_cnpj, razao_social, created_at, updated_at, busca, busca_nome, busca_cidade)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
select {{new_id}}, 1, cast(10000000000 + n * 7919 as text), 'Cliente ' || n || ' Alves', 1700000000000000, 1700000000000000,
       'cliente ' || n || ' alves', 'cliente ' || n || ' alves', ''
from (select cast(n as bigint) as n from numbers) as made;

insert into orcamento (id, emitente_id, numero_pedido, data_orcamento, cliente_id, nome_cliente, vendedor, tipo, faturado, total_venda,
                       total_fatura, desconto, acrescimo, cnpj_empresa, created_at, updated_at, busca, busca_cliente, busca_vendedor)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}}),
clients as (select id, razao_social, cpf_cnpj, row_number() over (order by seq) - 1 as place from pessoas where razao_social like 'Cliente % Alves')
select {{new_id}}, {{company}}, n, day, clients.id, clients.razao_social, 'Vendedor ' || (n % 20), type, billed, amount, amount, 0, 0,
       '11222333000181', 1700000000000000 + n, 1700000000000000 + n,
       n || '
' || lower(clients.razao_social) || '
vendedor ' || (n % 20) || '
' || clients.cpf_cnpj,
       lower(clients.razao_social), 'vendedor ' || (n % 20)
from (select cast(n as bigint) as n, n * 7919 % 1000 as place, 1000 + n * 7919 % 5000000 as amount,
             case when n % 3 = 0 then 'Pedido' else 'Orçamento' end as type, case when n % 6 = 0 then 1 else 0 end as billed,
             cast(2017 + cast(n as bigint) * 10 / ({{rows}} + 1) as text) || '-' ||
             substr(cast(101 + n % 12 as text), 2) || '-' || substr(cast(101 + n % 28 as text), 2) as day
      from (select cast(n as bigint) as n from numbers) as counted) as made
join clients on clients.place = made.place;

insert into orcamento_mes (emitente_id, criterio, mes, tipo, faturado, quantidade, total)
select {{company}}, criterio, substr(data_orcamento, 1, 7), tipo, faturado, count(*), sum(total_fatura)
from orcamento cross join (select 'orcamento' as criterio union all select 'venda') as kinds
where emitente_id = {{company}} and deleted_at is null
group by criterio, substr(data_orcamento, 1, 7), tipo, faturado;
-- By name, which is written alike on both engines: each client here has one of their own.
insert into orcamento_mes_cliente (emitente_id, mes, cliente, quantidade)
select {{company}}, substr(data_orcamento, 1, 7), busca_cliente, count(*)
from orcamento where emitente_id = {{company}} and deleted_at is null and tipo = 'Pedido' group by substr(data_orcamento, 1, 7), busca_cliente;
insert into orcamento_mes_clientes (emitente_id, mes, clientes)
select emitente_id, mes, count(*) from orcamento_mes_cliente where emitente_id = {{company}} group by emitente_id, mes;
insert into contagens (emitente_id, tabela, situacao, total) values ({{company}}, 'orcamento', 'ativos', {{rows}});
insert into orcamento_numeracao (emitente_id, proximo) values ({{company}}, {{rows}} + 1);
