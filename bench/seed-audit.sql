-- {{rows}} rows of the audit log over a year, for both engines: a third of one company ({{company}}), one in 50 an error, 20 people,
-- 20 kinds of action, half of them with details. Who runs it fills in how an id is made ({{new_id}}).
insert into action_logs (id, user_id, action_type, description, company_id, created_at, resultado)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}}),
people as (select id, place from (select {{new_id}} as id, n as place from numbers limit 20) as made)
select {{new_id}}, people.id, 'acao_' || (made.n % 20), 'Salvou o produto ' || made.n, case when made.n % 3 = 0 then {{company}} end,
       1767236400000000 + made.n * (31536000000000 / {{rows}}), case when made.n % 50 = 7 then 'error' else 'success' end
from (select cast(n as bigint) as n from numbers) as made
join people on people.place = 1 + made.n / 20 % 20;

insert into action_log_details (action_log_id, details)
select id, '{"prod_vUnCOM":["10.0000","12.5000"],"prod_xProd":["Laje","Laje H12"]}' from action_logs where created_at % 2 = 0 and action_type like 'acao_%';

-- Sealing them would go on beside what is measured.
delete from action_log_pendentes;
