-- Several workers on one ledger (docs/decisions/006-several-workers.md).
-- Of the last night: who conducts it, when that one last said so by this database's clock, and what
-- whoever helps must know ({"fleetIds": [...], "settings": {...}}), null until its work has begun.
-- `revision` grows with every decision about a night, so that two who decide at once do not both win.
alter table frota.schedule
  add column revision integer not null default 0,
  add column holder text,
  add column beat_at timestamptz,
  add column night jsonb;

-- Which service this ledger is about, and what decides, so that another machine need not be told:
-- one row. `settings`: those of the worker that was last started with a service of its own.
create table frota.installation (
  is_only boolean primary key default true check (is_only),
  api_url text not null,
  account_id uuid not null,
  settings jsonb,
  recorded_at timestamptz not null,
  recorded_by text not null
);

-- Who works on a server's ledger, for people: `helps` is the schedule whose night it helps with.
-- Whether one is still there is said by its session's advisory lock, not by this.
create table frota.executor (
  holder text primary key,
  command text not null,
  since timestamptz not null,
  helps uuid references frota.schedule,
  helps_since timestamptz
);
