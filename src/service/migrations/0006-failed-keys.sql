-- Calls with a wrong key, counted by the address that sent them, for all processes and across
-- restarts. A row is of the minute that began with its first failure.
create table service.failed_key (
  address text primary key,
  began_at timestamptz not null,
  failures integer not null
);
create index failed_key_age on service.failed_key (began_at);
