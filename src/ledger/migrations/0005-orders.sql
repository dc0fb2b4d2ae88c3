-- What may be ordered (plans), what was ordered, and the locks that keep a debt in one order only.
create table frota.order_plan (
  id uuid primary key default gen_random_uuid(),
  fleet_id uuid not null references frota.fleet,
  campaign_id uuid not null references frota.campaign,
  run_id uuid references frota.run,
  vehicle_id uuid not null references frota.vehicle,
  consultation_id uuid not null references frota.consultation,
  method text not null check (method in ('pix', 'boleto', 'credit_card')),
  hash text not null,
  debts_cents bigint not null,
  state text not null check (state in ('proposed', 'approved', 'ordered', 'void', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null
);
create unique index order_plan_live on frota.order_plan (vehicle_id)
  where state in ('proposed', 'approved');
create index order_plan_by_campaign on frota.order_plan (campaign_id);

create table frota.order_plan_item (
  plan_id uuid not null references frota.order_plan,
  item_id uuid not null,
  debt_id uuid not null references frota.debt,
  amount_cents bigint not null,
  primary key (plan_id, item_id)
);

-- `id` is the service's. `gate` is shut until the code or charge was checked (effects.md, pay gate).
create table frota.payment_order (
  id uuid primary key,
  seq bigint generated always as identity unique,
  fleet_id uuid not null references frota.fleet,
  vehicle_id uuid not null references frota.vehicle,
  plan_id uuid references frota.order_plan,
  effect_id uuid references frota.effect,
  method text not null,
  status text not null,
  standing text not null check (standing in ('open', 'paid', 'settled', 'dead', 'unknown')),
  debts_cents bigint not null,
  fee_cents bigint not null,
  total_cents bigint not null,
  refunded_cents bigint not null default 0,
  attempt_status text not null default '',
  pix_code text not null default '',
  pix_expires_at timestamptz,
  gate text not null default 'shut' check (gate in ('shut', 'open')),
  gate_reason text,
  reads integer not null default 0,
  next_read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_order_unread on frota.payment_order (next_read_at)
  where standing in ('open', 'paid', 'unknown');
create index payment_order_by_vehicle on frota.payment_order (vehicle_id);

create table frota.order_item (
  order_id uuid not null references frota.payment_order,
  item_id uuid not null,
  debt_id uuid not null references frota.debt,
  amount_cents bigint not null,
  primary key (order_id, item_id)
);

-- A debt is in at most one plan that is approved or ordered and not dead. The scope is the debt's
-- own fingerprint and ordinal; that the ways of paying one year's IPVA exclude each other is checked
-- under the vehicle's row lock when a plan is approved.
create table frota.debt_lock (
  vehicle_id uuid not null references frota.vehicle,
  scope text not null,
  plan_id uuid not null references frota.order_plan,
  taken_at timestamptz not null,
  primary key (vehicle_id, scope)
);

-- Each ready answer is considered for an order once.
alter table frota.consultation add column considered boolean not null default false;
create index consultation_unconsidered on frota.consultation (vehicle_id)
  where status = 'ready' and not considered;

-- Which debts of an answer were not taken, and why, for the report; an answer without anything to
-- order has no plan.
create table frota.considered_answer (
  consultation_id uuid primary key references frota.consultation,
  vehicle_id uuid not null references frota.vehicle,
  plan_id uuid references frota.order_plan,
  left_out jsonb not null default '[]',
  considered_at timestamptz not null
);
create index considered_answer_by_vehicle on frota.considered_answer (vehicle_id);
