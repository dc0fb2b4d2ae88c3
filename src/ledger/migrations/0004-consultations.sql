-- Answers of the service, and the debts they show over time.
-- One question to the service and its answer. `flags` are exceptions of an answer that was recorded
-- although something in it is wrong; `problem` says why the last read brought no answer.
create table frota.consultation (
  id uuid primary key,
  seq bigint generated always as identity unique,
  vehicle_id uuid not null references frota.vehicle,
  campaign_id uuid not null references frota.campaign,
  effect_id uuid references frota.effect,
  credential text not null,
  origin text not null check (origin in ('asked', 'joined', 'adopted', 'fresh')),
  status text not null check (status in ('pending', 'ready', 'failed', 'stuck')),
  stage text not null,
  found_new_debts boolean not null default false,
  error_code text not null default '',
  error_title text not null default '',
  error_message text not null default '',
  error_action text not null default '',
  total_cents bigint not null default 0,
  items_cents bigint not null default 0,
  flags jsonb not null default '[]',
  problem text not null default '',
  reads integer not null default 0,
  next_read_at timestamptz,
  deadline_at timestamptz not null,
  asked_at timestamptz not null,
  answered_at timestamptz
);
create index consultation_unread on frota.consultation (next_read_at) where status = 'pending';
create index consultation_by_vehicle on frota.consultation (vehicle_id, asked_at desc);
create index consultation_by_campaign on frota.consultation (campaign_id, status);
alter table frota.campaign_member
  add foreign key (consultation_id) references frota.consultation;

-- The same debt over time: identity is the vehicle, the fingerprint and an ordinal among equals
-- (from 0). `shown` says whether the vehicle's last answer still has it: a paid debt stays visible
-- until the authority settles it, and keeps its state meanwhile.
create table frota.debt (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references frota.vehicle,
  fingerprint text not null,
  ordinal integer not null,
  kind text not null,
  grp text not null,
  description text not null,
  year integer,
  due_date date,
  amount_cents bigint not null,
  previous_amount_cents bigint,
  is_payable boolean not null,
  state text not null default 'open'
    check (state in ('open', 'proposed', 'approved', 'ordered', 'paid', 'settled', 'gone')),
  state_since timestamptz not null,
  shown boolean not null default true,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  first_consultation_id uuid not null references frota.consultation,
  last_consultation_id uuid not null references frota.consultation,
  unique (vehicle_id, fingerprint, ordinal)
);

create index debt_unfinished on frota.debt (vehicle_id) where state not in ('settled', 'gone');

-- What became of a debt and when; appended, never changed. From an answer: new, changed, gone,
-- reappeared (`same` is not written: the item says it). From an order: moved.
create table frota.debt_event (
  seq bigint generated always as identity primary key,
  debt_id uuid not null references frota.debt,
  at timestamptz not null,
  event text not null check (event in ('new', 'changed', 'gone', 'reappeared', 'moved')),
  from_state text,
  to_state text not null,
  amount_cents bigint not null,
  previous_amount_cents bigint,
  consultation_id uuid references frota.consultation,
  why text not null default ''
);
create index debt_event_by_debt on frota.debt_event (debt_id, seq);
create index debt_event_by_consultation on frota.debt_event (consultation_id);

-- One item of one answer, word for word; item ids are new in every consultation.
create table frota.debt_item (
  consultation_id uuid not null references frota.consultation,
  item_id uuid not null,
  position integer not null,
  debt_id uuid not null references frota.debt,
  change text not null check (change in ('new', 'same', 'changed', 'reappeared')),
  kind text not null,
  grp text not null,
  description text not null,
  year integer,
  due_date date,
  amount_cents bigint not null,
  depends_on uuid,
  depends_on_description text not null default '',
  is_payable boolean not null,
  primary key (consultation_id, item_id)
);
create index debt_item_by_debt on frota.debt_item (debt_id);
