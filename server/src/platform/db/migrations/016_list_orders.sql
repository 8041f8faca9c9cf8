-- Lists whose order had no index: each page read and sorted the whole table.

create index users_lista on users (busca, id) where deleted_at is null;
create index pessoas_lixeira_nome on pessoas (busca_nome, seq) where deleted_at is not null;
