-- An NF-e by the SVC: tpEmis 6 (SVC-AN) or 7 (SVC-RS), since when and why as for one that is offline. SQLite changes the
-- checks where they are written, as its manual says for what touches no row: a new table would copy every receipt.
-- only sqlite
pragma writable_schema = on;
-- only sqlite
update sqlite_schema set sql = replace(replace(sql, 'check (tpEmis in (1, 9))', 'check (tpEmis in (1, 6, 7, 9))'),
    'check ((tpEmis = 9) = (dhCont is not null))', 'check ((tpEmis = 1) = (dhCont is null))')
    where type = 'table' and name = 'nfce';
-- only sqlite
pragma writable_schema = reset;
-- only postgres
alter table nfce drop constraint nfce_tpemis_check;
-- only postgres
alter table nfce add constraint nfce_tpemis_check check (tpEmis in (1, 6, 7, 9));
-- only postgres
alter table nfce drop constraint nfce_check;
-- only postgres
alter table nfce add constraint nfce_svc_check check ((tpEmis = 1) = (dhCont is null));
