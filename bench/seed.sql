-- 10,000 companies to read from, for both engines; bench/run fills in how an id is made and how the nil id is written.
insert into emitente (id, razao_social, nome_fantasia, cnpj, inscricao_estadual, crt, cep, codigo_municipio, logradouro, numero, bairro,
                      municipio, uf, cor, fuso_horario, ativo, updated_at, version, busca, busca_municipio)
with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
select {{new_id}}, name, 'Unidade ' || n, cast(10000000000000 + n * 7919 as text), '110042490114', 1, '13010001', '3509502',
       'Rua das Palmeiras', '120', 'Centro', 'Campinas', 'SP', 'anil', 'America/Sao_Paulo', 'S', 1700000000000000 + n, 1, lower(name),
       'campinas sp'
from (select cast(n as bigint) as n,
             case n % 4 when 0 then 'Lajes' when 1 then 'Blocos' when 2 then 'Artefatos' else 'Construtora' end || ' Filial ' || n || ' Ltda' as name
      from numbers) as made;
insert into contagens (emitente_id, tabela, situacao, total) values ({{nil_id}}, 'emitente', 'S', 10000)
on conflict (emitente_id, tabela, situacao) do update set total = contagens.total + excluded.total;

insert into nfce_settings (emitente_id, updated_at)
select id, updated_at from emitente where id not in (select emitente_id from nfce_settings);
