-- Who decided what about money, and what came of it: append-only, each entry bound to the one before
-- by its hash (src/ledger/audit-chain.ts). No references: an entry outlives what it speaks of.
create table frota.audit (
  seq bigint primary key,
  at timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('person', 'policy', 'command')),
  actor text not null,
  what text not null,
  fleet_id uuid,
  vehicle_id uuid,
  plan_id uuid,
  order_id uuid,
  effect_id uuid,
  -- JSON as it was hashed; jsonb would write it anew.
  facts text not null,
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
create index audit_by_vehicle on frota.audit (vehicle_id, seq);
create index audit_by_order on frota.audit (order_id, seq) where order_id is not null;
create index audit_by_instant on frota.audit (at);

-- Its row is locked while an entry is appended, so that the chain never forks; it also tells a chain
-- whose end was cut off.
create table frota.audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash text not null
);
insert into frota.audit_head (seq, hash) values (0, repeat('0', 64));

create function frota.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'frota.audit is append-only: % refused', lower(tg_op);
end $$;
create trigger audit_append_only before update or delete on frota.audit
  for each row execute function frota.refuse_audit_change();
create trigger audit_keep before truncate on frota.audit
  for each statement execute function frota.refuse_audit_change();

-- The people who approved a plan that needs two; a plan that is void takes their word with it.
create table frota.plan_approval (
  plan_id uuid not null references frota.order_plan,
  -- Without case and accents: one person is not two by writing their name in two ways.
  person_key text not null,
  person text not null,
  -- What they approved; when the plan has another hash by now, it does not count.
  hash text not null,
  approved_at timestamptz not null,
  primary key (plan_id, person_key)
);

-- The audit log's head when the run ended, which its manifest names: an anchor outside the log.
alter table frota.run add column audit_head text;
