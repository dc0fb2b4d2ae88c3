-- What people asked for in the console. A worker does it, or the console's own process on an
-- embedded database. `stop` is no work: it ends what the fleet's runs do, and is done when written.
create table frota.run_request (
  seq bigint generated always as identity primary key,
  fleet_name text not null,
  kind text not null check (kind in ('import', 'open-or-join', 'resume', 'retry', 'stop')),
  -- For people: the file's name, or what was asked for.
  name text not null,
  -- The sealed upload that an import reads.
  upload_id uuid,
  asked_by text not null,
  asked_at timestamptz not null,
  -- The process that does it.
  holder text,
  run_number integer,
  ended_at timestamptz,
  -- Why it came to nothing, in two languages.
  failure jsonb,
  check ((kind = 'import') = (upload_id is not null))
);
-- A fleet's vehicles and money are worked on by one run at a time.
create unique index run_request_open on frota.run_request (fleet_name) where ended_at is null;
create index run_request_fleet on frota.run_request (fleet_name, seq);
-- The upload of an open request, in sealed frames, so that any machine can import it.
create table frota.run_request_frame (
  seq bigint not null references frota.run_request on delete cascade,
  at integer not null,
  sealed bytea not null,
  primary key (seq, at)
);
