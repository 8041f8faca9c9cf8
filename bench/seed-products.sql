-- Products to search in, for both engines. bench/run fills in how an id is made, which companies get them (a select of
-- ids) and how many each (at most 1,000,002). Codes come in no order of the descriptions. A million is made several times
-- quicker without the table's indexes and its search trigger, which are put back afterwards (SQLite: and `rebuild`).
insert into produtos (id, id_emit, created_at, updated_at, prod_cProd, prod_cEAN, prod_xProd, prod_NCM, prod_CFOP, prod_uCOM, prod_qCOM,
                      prod_vUnCOM, prod_vProd, prod_uTrib, prod_qTrib, prod_vUnTrib, icms_CST, icms_orig, pis_CST, cofins_CST, prod_ativo,
                      busca, busca_xProd)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}})
select {{new_id}}, company_id, 1700000000000000 + n, 1700000000000000 + n, code, ean, name, ncm, '5102', unit, 10000, price * 100, price, unit,
       10000, price * 100, '102', 0, '49', '49', active, lower(name) || chr10 || lower(code) || chr10 || ean, lower(name)
from (select company.id as company_id, cast(n as bigint) as n, {{line_break}} as chr10,
             'P' || cast(1000000 + (cast(n as bigint) * 7919) % 1000003 as text) as code,
             '789' || cast(1000000000 + (cast(n as bigint) * 104729) % 900000007 as text) as ean,
             case n % 7 when 0 then 'Laje trelicada' when 1 then 'Bloco de concreto' when 2 then 'Vigota protendida' when 3 then 'Telha ceramica'
                        when 4 then 'Argamassa colante' when 5 then 'Tela soldada' else 'Cimento' end
                 || case n % 11 when 0 then ' H12' when 1 then ' estrutural' when 2 then ' 14x19x39' when 3 then ' reforcada' when 4 then ' cinza'
                                when 5 then ' 50 kg' when 6 then ' Q138' when 7 then ' AC III' when 8 then ' para forro' when 9 then ' com EPS'
                                else ' padrao' end
                 || case when n % 1000 = 7 then ' granilite' else '' end || ' ref ' || cast(n as text) as name,
             case when n % 50 = 0 then null when n % 3 = 0 then '68109100' when n % 3 = 1 then '68101100' else '25232910' end as ncm,
             case n % 4 when 0 then 'UN' when 1 then 'M2' when 2 then 'M' else 'KG' end as unit,
             (cast(n as bigint) * 37) % 90000 + 100 as price,
             case when n % 20 = 0 then 'N' else 'S' end as active
      from ({{companies}}) as company cross join numbers) as made;

insert into contagens (emitente_id, tabela, situacao, total)
select id, 'produtos', situacao, total
from ({{companies}}) as company
cross join (select 'S' as situacao, {{rows}} - {{rows}} / 20 as total union all select 'N', {{rows}} / 20
            union all select 'sem_ncm', {{rows}} / 50) as made
where 1 = 1
on conflict (emitente_id, tabela, situacao) do update set total = contagens.total + excluded.total;
