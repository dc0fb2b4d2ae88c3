-- Fleets, the files that described them, their vehicles, and the passes (campaigns) and executions
-- (runs) over them. Amounts are integer cents; instants are timestamptz in UTC; dates are plain.
create schema if not exists frota;

create table frota.fleet (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  account_id uuid not null,
  created_at timestamptz not null
);

-- One uploaded file. `received` until its rows are judged and applied in one transaction.
create table frota.import (
  id uuid primary key default gen_random_uuid(),
  fleet_id uuid not null references frota.fleet,
  file_name text not null,
  sha256 text not null,
  byte_length bigint not null,
  defaults_hash text not null,
  state text not null check (state in ('received', 'applied', 'refused')),
  refusal jsonb,
  understood jsonb,
  rows_read integer not null default 0,
  accepted integer not null default 0,
  repaired integer not null default 0,
  rejected integer not null default 0,
  duplicate integer not null default 0,
  skipped integer not null default 0,
  vehicles_added integer not null default 0,
  vehicles_changed integer not null default 0,
  vehicles_missing integer not null default 0,
  received_at timestamptz not null,
  finished_at timestamptz,
  constraint counts_close check (rows_read = accepted + repaired + rejected + duplicate + skipped)
);
create index import_by_fleet on frota.import (fleet_id, received_at desc);
-- The same bytes with the same defaults are one import, however often they are uploaded.
create unique index import_once on frota.import (fleet_id, sha256, defaults_hash) where state <> 'refused';

-- One row of a file. `raw` (sealed) is kept for rows that were not accepted, so that they can be
-- given back; owner documents are sealed and leave when the vehicle is registered.
create table frota.import_row (
  import_id uuid not null references frota.import on delete cascade,
  line integer not null,
  verdict text not null check (verdict in ('accepted', 'repaired', 'rejected', 'duplicate', 'skipped')),
  renavam text,
  plate text,
  uf text,
  nickname text,
  cost_centre text,
  extras jsonb,
  owner_sealed bytea,
  owner_hash text,
  owner_masked text,
  issues jsonb not null default '[]',
  raw bytea,
  primary key (import_id, line)
);

-- Identity is account + RENAVAM; plate and UF are attributes that change.
create table frota.vehicle (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  fleet_id uuid not null references frota.fleet,
  account_id uuid not null,
  renavam text not null,
  plate text not null,
  uf text not null,
  nickname text not null default '',
  cost_centre text not null default '',
  extras jsonb,
  owner_sealed bytea,
  owner_hash text not null,
  owner_masked text not null,
  in_fleet boolean not null default true,
  state text not null default 'planned' check (state in ('planned', 'registered', 'refused')),
  refusal text,
  service_id uuid,
  remote_plate text,
  remote_uf text,
  remote_nickname text,
  last_import_id uuid references frota.import,
  last_import_line integer,
  latest_answer_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, renavam)
);
create index vehicle_by_fleet on frota.vehicle (fleet_id, seq);
create index vehicle_by_plate on frota.vehicle (plate);

-- One pass over a fleet, as many nights as it takes; at most one is open per fleet.
create table frota.campaign (
  id uuid primary key default gen_random_uuid(),
  fleet_id uuid not null references frota.fleet,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index campaign_open_once on frota.campaign (fleet_id) where closed_at is null;

-- A vehicle's part in a campaign: its place in the plan and why (`rank_reasons`), and how it ended
-- (`consultation_id` is what answered it). `ordinal` grows when a failed one is asked again.
create table frota.campaign_member (
  campaign_id uuid not null references frota.campaign,
  vehicle_id uuid not null references frota.vehicle,
  state text not null default 'open' check (state in ('open', 'answered', 'failed', 'stuck', 'excluded')),
  rank integer not null default 0,
  rank_reasons jsonb not null default '[]',
  ordinal integer not null default 1,
  reason text,
  consultation_id uuid,
  joined_at timestamptz not null,
  closed_at timestamptz,
  primary key (campaign_id, vehicle_id)
);
-- What was asked in vain rests before it is asked again.
create index campaign_member_vain on frota.campaign_member (vehicle_id, closed_at)
  where state in ('failed', 'stuck');
create index campaign_member_open on frota.campaign_member (campaign_id, rank) where state = 'open';

-- One execution of a process. A killed one is closed as interrupted by the next start.
create table frota.run (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  fleet_id uuid not null references frota.fleet,
  campaign_id uuid references frota.campaign,
  import_id uuid references frota.import,
  command text not null,
  holder text not null,
  simulated boolean not null,
  settings jsonb not null,
  state text not null check (state in ('running', 'done', 'carried-over', 'stopped', 'interrupted', 'failed')),
  carried_over_until timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  reports_dir text
);
create index run_by_fleet on frota.run (fleet_id, number desc);
