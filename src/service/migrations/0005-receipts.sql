-- A slot counts for good once what it was taken for is recorded, or its request is refused. Until then it
-- is held, and comes back when the process that took it died.
alter table service.quota_use add column held_until timestamptz;

-- A POST with an Idempotency-Key: whoever sends the key again gets the same reply. `object_id` is
-- written together with what the call makes, `status` and `reply` when it is answered.
create table service.idempotent_call (
  id uuid not null unique,
  brand_id uuid not null references service.brand,
  account_id uuid not null references service.account,
  key text not null,
  request_hash bytea not null,
  began_at timestamptz not null,
  held_until timestamptz not null,
  object_id uuid,
  status integer,
  reply text,
  primary key (account_id, key)
);
create index idempotent_call_age on service.idempotent_call (account_id, began_at);
