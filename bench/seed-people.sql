-- {{rows}} people for both engines; who runs it fills in the number and how an id is made.
insert into pessoas (id, pessoa_tipo, cpf_cnpj, razao_social, nome_fantasia, municipio, uf, telefone, created_at, updated_at, ativo, busca,
                     busca_nome, busca_cidade)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < {{rows}})
select {{new_id}}, case when n % 5 = 0 then 2 else 1 end, document, name, case when n % 5 = 0 then 'Obras ' || n end, city, 'SP', '11987654321',
       1700000000000000 + n, 1700000000000000 + n, case when n % 20 = 0 then 'N' else 'S' end,
       lower(name) || {{line_break}} || document || case when n % 5 = 0 then {{line_break}} || 'obras ' || n else '' end, lower(name),
       case when n % 3 = 0 then 'campinas sp' else 'sao paulo sp' end
from (select n, case when n % 3 = 0 then '3509502' else '3550308' end as city,
             case when n % 5 = 0 then cast(20000000000000 + n * 7919 as text) else cast(20000000000 + n * 7919 as text) end as document,
             case n % 7 when 0 then 'Ana' when 1 then 'Bruno' when 2 then 'Carla' when 3 then 'Diego' when 4 then 'Elisa' when 5 then 'Fabio'
                        else 'Gisele' end
                 || case n % 11 when 0 then ' Alves' when 1 then ' Barbosa' when 2 then ' Cardoso' when 3 then ' Duarte' when 4 then ' Esteves'
                                when 5 then ' Ferraz' when 6 then ' Gomes' when 7 then ' Horta' when 8 then ' Iglesias' when 9 then ' Junqueira'
                                else ' Klein' end
                 || case when n % 1000 = 7 then ' Quaresma' else '' end || ' ' || cast(n as text) as name
      from (select cast(n as bigint) as n from numbers) as counted) as made;

insert into contagens (emitente_id, tabela, situacao, total)
select {{nil_id}}, 'pessoas', ativo || cast(pessoa_tipo as text), count(*) from pessoas where deleted_at is null group by ativo, pessoa_tipo
on conflict (emitente_id, tabela, situacao) do update set total = excluded.total;
