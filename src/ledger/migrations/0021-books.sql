-- What a month's books are made of: what became of each order and when, whose a vehicle was, the
-- months that were closed, and the bank's lines.

-- The owner in clear where it is a company: a CNPJ in books is no personal data. Empty for a person,
-- and for what earlier versions imported, until the next file names the same owner again.
alter table frota.import_row add column owner_cnpj text not null default '';
alter table frota.vehicle add column owner_cnpj text not null default '';
alter table frota.vehicle_change drop constraint vehicle_change_field_check;
alter table frota.vehicle_change add constraint vehicle_change_field_check
  check (field in ('plate', 'uf', 'nickname', 'cost_centre', 'extras', 'owner', 'owner_cnpj',
    'fleet', 'in_fleet', 'state'));

-- The order that moved a debt; older rows named it in their words only.
alter table frota.debt_event add column order_id uuid;
update frota.debt_event set order_id = substring(why from '^order(?:-dead:)? ([0-9a-f-]{36})')::uuid
where event = 'moved' and why ~ '^order(?:-dead:)? [0-9a-f-]{36}';

-- What became of an order; appended, never changed. `occurred_at`: the instant that `told_by` names,
-- null where nobody named one; `seen_at`: when the ledger learned it. `amount_cents` is money that
-- left (paid, charged) or came back (refunded, unpaid), as far as it was told. `note`: the txid or
-- line of a code, or who said so and why. A later, better date of the same event is another row.
create table frota.order_event (
  seq bigint generated always as identity primary key,
  order_id uuid not null references frota.payment_order,
  event text not null
    check (event in ('created', 'coded', 'paid', 'unpaid', 'settled', 'refunded', 'expired')),
  occurred_at timestamptz,
  told_by text not null check (told_by in ('service', 'bank', 'person', 'nobody')),
  seen_at timestamptz not null,
  amount_cents bigint not null default 0,
  note text not null default ''
);
create index order_event_by_order on frota.order_event (order_id, seq);

-- Of earlier versions the ledger can tell when it saw an order paid, settled or over, and no more.
insert into frota.order_event (order_id, event, told_by, seen_at, amount_cents, note)
select told.order_id, told.event, 'nobody', told.seen_at, told.amount_cents, 'before-0021'
from (
  select id as order_id, 'created' as event, created_at as seen_at, 0 as amount_cents, 1 as place
  from frota.payment_order
  union all
  select o.id, 'paid', coalesce((select min(e.at) from frota.debt_event e
      where e.order_id = o.id and e.to_state in ('paid', 'settled')), o.standing_since),
    coalesce(o.charged_cents, o.total_cents), 2
  from frota.payment_order o
  where o.standing in ('paid', 'settled', 'refunded')
    or exists (select from frota.debt_event e where e.order_id = o.id and e.to_state = 'paid')
  union all
  select id, 'settled', standing_since, 0, 3 from frota.payment_order where standing = 'settled'
  union all
  select id, 'refunded', standing_since, refunded_cents, 4 from frota.payment_order
  where refunded_cents > 0 or standing = 'refunded'
  union all
  select id, 'expired', standing_since, 0, 5 from frota.payment_order where standing = 'dead'
) told
order by told.seen_at, told.place;

-- A month whose books a person closed. The heads say how much of each table it contains: what was
-- appended after them was learned later, and is an adjustment of a month that was open then.
create table frota.month_close (
  id uuid primary key default gen_random_uuid(),
  fleet_id uuid not null references frota.fleet,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  revision integer not null check (revision > 0),
  closed_at timestamptz not null,
  closed_by text not null,
  -- What waited, where the person closed in spite of it.
  waiting integer not null,
  reason text not null default '',
  folder text not null,
  -- As the month was reckoned, so that reckoning it again gives the same.
  zone text not null,
  ipva text not null check (ipva in ('single', 'instalments')),
  manifest_sha256 text not null check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  opening_cents bigint not null,
  closing_cents bigint not null,
  debt_events bigint not null,
  order_events bigint not null,
  vehicle_changes bigint not null,
  reopened_at timestamptz,
  reopened_by text,
  reopen_reason text,
  unique (fleet_id, month, revision)
);
create unique index month_close_once on frota.month_close (fleet_id, month)
  where reopened_at is null;

-- Lines of the bank's statements. `identity`: account and the bank's id of the line, or what it says
-- and an ordinal among equals, so that the same file twice adds nothing. Money in is above 0.
create table frota.bank_line (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  fleet_id uuid not null references frota.fleet,
  identity text not null,
  account text not null,
  day date not null,
  cents bigint not null check (cents <> 0),
  memo text not null,
  -- Where an id of a payment may stand beside the memo.
  reference text not null default '',
  file_name text not null,
  imported_at timestamptz not null,
  unique (fleet_id, identity)
);
create index bank_line_by_day on frota.bank_line (fleet_id, day);

-- Which lines are which payments and refunds: one to one, sets of equal ones, or one line and a batch.
-- A match by a person (`person` is set) wins; without movements it says that its line is no payment
-- of this fleet. Movements are the order events that moved money.
create table frota.bank_match (
  id uuid primary key default gen_random_uuid(),
  fleet_id uuid not null references frota.fleet,
  class text not null,
  how text not null check (how in ('id', 'total', 'set', 'batch', 'person')),
  person text not null default '',
  reason text not null default '',
  matched_at timestamptz not null
);
create table frota.bank_match_line (
  match_id uuid not null references frota.bank_match on delete cascade,
  line_id uuid not null references frota.bank_line,
  primary key (match_id, line_id)
);
create index bank_match_line_by_line on frota.bank_match_line (line_id);
create table frota.bank_match_movement (
  match_id uuid not null references frota.bank_match on delete cascade,
  event_seq bigint not null references frota.order_event,
  primary key (match_id, event_seq)
);
create index bank_match_movement_by_event on frota.bank_match_movement (event_seq);
