-- What is in doubt about money: orders that are not ours, why no money may leave, and what a person
-- said about an order that stands in the way.

-- Orders at the service that hold our vehicles' debts and that no plan of ours made. They move no
-- debt. `twin`: it holds a debt of an order of ours, `other_id`; `found`: the ledger had forgotten it,
-- or somebody else made it, and not all of what it holds is known here.
create table frota.foreign_order (
  id uuid primary key,
  fleet_id uuid not null references frota.fleet,
  vehicle_id uuid not null references frota.vehicle,
  why text not null check (why in ('twin', 'found')),
  other_id uuid,
  method text not null,
  status text not null,
  standing text not null
    check (standing in ('open', 'paid', 'settled', 'dead', 'refunded', 'unknown')),
  total_cents bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- A person looked at it: it shuts no gate any more.
  decided_by text,
  decided_at timestamptz,
  reason text
);
create index foreign_order_by_vehicle on frota.foreign_order (vehicle_id);
create index foreign_order_by_other on frota.foreign_order (other_id) where other_id is not null;

-- A person says that this order of the service holds other debts than the plan, although it looks
-- alike or does not show what it holds. It never clears an order that surely holds one of them.
create table frota.order_clearance (
  plan_id uuid not null references frota.order_plan,
  order_id uuid not null,
  decided_by text not null,
  reason text not null,
  decided_at timestamptz not null,
  primary key (plan_id, order_id)
);

-- The ledger is older than its intent journal: no money leaves until every order was read. At most
-- one row is not cleared.
create table frota.money_block (
  id uuid primary key default gen_random_uuid(),
  why text not null check (why in ('unknown-intents', 'forgotten-intents', 'older-ledger')),
  since timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz,
  problem text,
  orders_read integer not null default 0,
  orders_recorded integer not null default 0,
  orders_foreign integer not null default 0,
  cleared_at timestamptz
);
create unique index money_block_current on frota.money_block ((true)) where cleared_at is null;
