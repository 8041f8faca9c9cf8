-- {{rows}} receipts of one company in the simulator's numbers, for both engines; who runs it fills in what stands in braces. One a
-- minute, the newest now; one in a hundred is cancelled, one in ten thousand refused. A sale and its receipt have one id.
insert into venda (id, emitente_id, ambiente, estado, corpo_sha256, operador_id, ind_pres, total, created_at, updated_at)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}})
select {{numbered_id}}, {{company}}, 'simulador', case when n % 100 = 0 then 'desfeita' else 'emitida' end, {{no_hash}},
       (select id from users limit 1), 1, 4100 + n % 900, {{now}} - ({{rows}} - n) * 60000000, {{now}}
from (select cast(n as bigint) as n from numbers) as counted;

insert into nfce (id, emitente_id, venda_id, ambiente, serie, numero, cNF, chave, tpEmis, estado, versao, dhEmi, fuso, vNF, documento, nome,
                  cStat, nProt, dhRecbto, operador_id, created_at, busca)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}})
select {{numbered_id}}, {{company}}, {{numbered_id}}, 'simulador', 1, n, '12345678', cast(n as text), 1,
       case when n % 10000 = 0 then 'rejeitada' when n % 100 = 0 then 'cancelada' else 'autorizada' end, 1,
       {{now}} - ({{rows}} - n) * 60000000, -3, 4100 + n % 900, case when n % 7 = 0 then cast(10000000000 + n as text) end,
       case when n % 7 = 0 then 'Cliente ' || cast(n % 1000 as text) end, 100, '135260000000000',
       {{now}} - ({{rows}} - n) * 60000000, (select id from users limit 1), {{now}},
       case when n % 7 = 0 then 'cliente ' || cast(n % 1000 as text) || {{line_break}} || cast(10000000000 + n as text) || {{line_break}}
            else '' end || cast(n as text)
from (select cast(n as bigint) as n from numbers) as counted;

insert into nfce_numeracao (emitente_id, ambiente, serie, proximo, ultimo_usado, conferido_ate)
values ({{company}}, 'simulador', 1, {{rows}} + 1, {{rows}}, {{rows}})
on conflict (emitente_id, ambiente, modelo, serie) do update set
    proximo = excluded.proximo, ultimo_usado = excluded.ultimo_usado, conferido_ate = excluded.conferido_ate;
