-- Which PostgreSQL is the one that has everything that was acknowledged (platform/db/standing.hpp): what goes up with its
-- writes, and when somebody last said that it is the right one.
alter table sonda_escrita add column marca bigint not null default 0;
alter table sonda_escrita add column geracao bigint not null default 0;
