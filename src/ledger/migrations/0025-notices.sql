-- Who was told of what: a row for each event and receiver, so that an event is told once, whichever
-- processes see it. `event` names what happened ('run ID'); `receiver` is a kind and a hash of an
-- address, which may be a person's. `message` has counts and sums, no document and no plate.
create table frota.notice (
  id uuid primary key default gen_random_uuid(),
  event text not null,
  receiver text not null,
  message jsonb not null,
  at timestamptz not null,
  attempts integer not null default 0,
  -- When it may be sent, or sent again; null once it has ended.
  due_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Why the last try failed: a status or a code.
  error text not null default '',
  unique (event, receiver),
  check ((state = 'waiting') = (due_at is not null))
);
create index notice_due on frota.notice (due_at) where state = 'waiting';
create index notice_at on frota.notice (at);
