-- When the worker runs which fleets by itself. The queue's job schedulers are derived from it.
-- `handled_to`: what fell due until then was started, queued, skipped, or lay before the schedule.
-- A removed schedule stays, so that the default one is made once only and its history is known.
create table frota.schedule (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  cron text not null,
  zone text not null,
  fleets text[],
  until_time text check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  for_seconds integer check (for_seconds > 0),
  overlap text not null check (overlap in ('skip', 'queue-one')),
  catch_up text not null check (catch_up in ('none', 'collapse')),
  paused boolean not null default false,
  handled_to timestamptz not null,
  queued_due_at timestamptz,
  last_due_at timestamptz,
  last_stop_at timestamptz,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_outcome text check (
    last_outcome in ('done', 'carried-over', 'stopped', 'interrupted', 'failed')
  ),
  skipped_due_at timestamptz,
  skipped_why text check (skipped_why in ('busy', 'missed')),
  created_at timestamptz not null,
  removed_at timestamptz,
  check (until_time is null or for_seconds is null)
);
create unique index schedule_name on frota.schedule (name) where removed_at is null;
