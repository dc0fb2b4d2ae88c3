-- The secret files that services have started with, each by the HMAC of its own key: another file
-- would make keys that no service here accepts. Until now the demo key's row told it, which a
-- service without a demo does not have.
create table service.secret_file (
  own_key_hash bytea primary key,
  first_at timestamptz not null
);
insert into service.secret_file (own_key_hash, first_at)
  select key_hash, created_at from service.api_key where name = 'default';
