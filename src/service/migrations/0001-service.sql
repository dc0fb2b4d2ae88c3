-- The service's own tables: tenants, vehicles, what was asked and answered, what was charged.
-- Amounts are integer cents; instants are timestamptz in UTC; dates are plain. Every row of a
-- tenant carries brand and account, and every statement that looks for one names both.
create schema if not exists service;

create table service.brand (
  id uuid primary key,
  name text not null unique,
  service_fee_cents bigint not null check (service_fee_cents >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null
);

create table service.account (
  id uuid primary key,
  brand_id uuid not null references service.brand,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null
);
create index account_by_brand on service.account (brand_id);

-- The key itself is nowhere: `prefix` is for people, `key_hash` is HMAC-SHA256 under a pepper that
-- the database does not have.
create table service.api_key (
  id uuid primary key,
  brand_id uuid not null references service.brand,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_by_brand on service.api_key (brand_id);

-- What the list and the summary show of consultations is kept here, so that both read one table.
-- `debts_ordinal` is the consultation that the open debts come from. `search` is plate, Renavam and
-- nickname in lower case, one on each line; `grams` are its fragments of three characters, so that
-- the filter `q` reads an index instead of every row.
create table service.vehicle (
  id uuid primary key,
  seq bigint generated always as identity unique,
  brand_id uuid not null references service.brand,
  account_id uuid not null references service.account,
  plate text not null,
  renavam text not null,
  uf text not null,
  nickname text not null,
  owner_document_sealed bytea not null,
  owner_document_masked text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  latest_consultation_id uuid,
  latest_consultation_status text
    check (latest_consultation_status in ('pending', 'ready', 'failed')),
  latest_consultation_at timestamptz,
  open_debts_count integer not null default 0,
  open_debts_cents bigint not null default 0,
  consultations_count integer not null default 0,
  debts_ordinal integer not null default 0,
  search text not null,
  grams text[] not null
);
create unique index vehicle_once on service.vehicle (account_id, renavam) where is_active;
create index vehicle_page on service.vehicle (account_id, seq desc) where is_active;
create index vehicle_by_uf on service.vehicle (account_id, uf, seq desc) where is_active;
create index vehicle_grams on service.vehicle using gin (grams) where is_active;

-- `ordinal` counts within the vehicle: the highest is the latest, whatever the clocks did.
-- `look_at` is when a pending one is worth looking at; nothing needs to run until somebody reads.
create table service.consultation (
  id uuid primary key,
  brand_id uuid not null references service.brand,
  account_id uuid not null references service.account,
  vehicle_id uuid not null references service.vehicle,
  ordinal integer not null,
  plate text not null,
  status text not null check (status in ('pending', 'ready', 'failed')),
  stage text not null,
  provider_reference text not null,
  found_new_debts boolean not null default false,
  error_code text not null default '',
  error_title text not null default '',
  error_message text not null default '',
  error_action text not null default '',
  total_cents bigint not null default 0,
  created_at timestamptz not null,
  look_at timestamptz,
  finished_at timestamptz,
  unique (vehicle_id, ordinal)
);
create index consultation_pending on service.consultation (account_id, look_at)
  where status = 'pending';

create table service.debt_item (
  id uuid primary key,
  brand_id uuid not null references service.brand,
  account_id uuid not null references service.account,
  vehicle_id uuid not null references service.vehicle,
  consultation_id uuid not null references service.consultation,
  position integer not null,
  kind text not null,
  debt_group text not null,
  description text not null,
  amount_cents bigint not null,
  due_date date,
  year integer not null,
  depends_on uuid,
  depends_on_description text not null,
  is_payable boolean not null,
  fingerprint text not null,
  settled_at timestamptz,
  unique (consultation_id, position)
);
create index debt_item_settled on service.debt_item (vehicle_id) where settled_at is not null;

-- `move_at` is when the next move by itself is due (order-state.ts), null when none is.
create table service.payment_order (
  id uuid primary key,
  seq bigint generated always as identity unique,
  brand_id uuid not null references service.brand,
  account_id uuid not null references service.account,
  vehicle_id uuid not null references service.vehicle,
  status text not null check (status in ('awaiting_payment', 'processing', 'paid', 'settling',
    'settled', 'expired', 'failed', 'refunded')),
  method text not null check (method in ('pix', 'boleto', 'credit_card')),
  purpose text not null,
  plate text not null,
  uf text not null,
  debts_cents bigint not null,
  service_fee_cents bigint not null,
  total_cents bigint not null check (total_cents = debts_cents + service_fee_cents),
  refunded_cents bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  settled_at timestamptz,
  move_at timestamptz
);
create index payment_order_page on service.payment_order (account_id, seq desc);
create index payment_order_by_vehicle on service.payment_order (vehicle_id, seq desc);
create index payment_order_due on service.payment_order (account_id, move_at)
  where move_at is not null;

create table service.order_item (
  order_id uuid not null references service.payment_order,
  position integer not null,
  debt_item_id uuid not null references service.debt_item,
  kind text not null,
  debt_group text not null,
  description text not null,
  amount_cents bigint not null,
  year integer not null,
  due_date date,
  settlement_status text not null
    check (settlement_status in ('pending', 'settling', 'settled', 'failed')),
  primary key (order_id, position)
);
create index order_item_by_debt on service.order_item (debt_item_id);

-- One try at being paid; the newest of an order is its latest attempt. `code_at` is when the Pix
-- code may be seen.
create table service.attempt (
  id uuid primary key,
  order_id uuid not null references service.payment_order,
  ordinal integer not null,
  method text not null,
  status text not null check (status in ('pending', 'processing', 'paid', 'declined', 'expired',
    'failed', 'refunded')),
  pix_code text not null default '',
  code_at timestamptz,
  pix_expires_at timestamptz,
  created_at timestamptz not null,
  unique (order_id, ordinal)
);

-- One row for each credential and budget, locked while a request is counted.
create table service.quota_bucket (
  credential_id uuid not null references service.api_key,
  budget text not null check (budget in ('consultations', 'orders')),
  last_at timestamptz not null,
  tokens double precision,
  primary key (credential_id, budget)
);

create table service.quota_use (
  id uuid primary key,
  credential_id uuid not null references service.api_key,
  budget text not null,
  used_at timestamptz not null
);
create index quota_use_window on service.quota_use (credential_id, budget, used_at);
