-- The sums of the {{rows}} receipts of seed-receipts.sql, as the program keeps them once they are folded, for both engines:
-- by hour, of 300 products and 200 of 1,000 clients a day, four kinds of payment, 30 combinations of taxes.
insert into nfce_dia (emitente_id, ambiente, serie, dia, grupo, quantidade, total, somada)
values ({{company}}, 'simulador', 1, '{{today}}', 'autorizada', 1, 4100, 1);

insert into figura_conferencia (emitente_id, conferido_ate) values ({{company}}, '{{today}}')
on conflict (emitente_id) do update set conferido_ate = excluded.conferido_ate;

insert into figura_dia (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave, quantidade, valor, desconto, volume,
                        base_icms, icms, pis, cofins, ibs, cbs)
with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < {{rows}} / 1440),
keys (k) as (select 0 union all select k + 1 from keys where k < 299),
days (n, dia) as (select n, {{day_before_n}} from numbers)
select {{company}}, 'simulador', kind.dimensao, days.dia, 'autorizada', 1, (select id from users limit 1),
       case kind.dimensao
            when 'hora' then substr('0' || cast(keys.k as text), length('0' || cast(keys.k as text)) - 1)
            when 'produto' then '01890000-0000-7000-8000-000000000' || cast(100 + keys.k as text)
            when 'cliente' then cast(10000000000 + (keys.k * 5 + days.n * 7) % 1000 as text)
            when 'pagamento' then '0' || cast(1 + keys.k as text)
            else '5102|102|6810' || cast(1000 + keys.k as text) || '||SP' end,
       60, 270000, 500, 1200000, 0, 0, 10, 20, 30, 40
from days
cross join (select 'hora' as dimensao, 24 as many union all select 'produto', 300 union all select 'cliente', 200
            union all select 'pagamento', 4 union all select 'fiscal', 30) as kind
join keys on keys.k < kind.many;

insert into figura_mes (emitente_id, ambiente, dimensao, dia, grupo, serie, operador_id, chave, quantidade, valor, desconto, volume,
                        base_icms, icms, pis, cofins, ibs, cbs)
select emitente_id, ambiente, dimensao, substr(dia, 1, 7) || '-01', grupo, serie, operador_id, chave, sum(quantidade), sum(valor),
       sum(desconto), sum(volume), sum(base_icms), sum(icms), sum(pis), sum(cofins), sum(ibs), sum(cbs)
from figura_dia where emitente_id = {{company}}
group by emitente_id, ambiente, dimensao, substr(dia, 1, 7), grupo, serie, operador_id, chave;
