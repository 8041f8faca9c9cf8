-- What the server looks at by itself, to know whether it can work (app/health.hpp).

-- Written over every ten seconds: a database that takes no write is found out before anybody saves.
create table sonda_escrita (
    id bigint primary key check (id = 1),
    em bigint not null
);
insert into sonda_escrita (id, em) values (1, 0);
