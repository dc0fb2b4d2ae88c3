-- Who may sign in to the console. `name_key`: the name in lower case, as approvals compare people.
-- `fleets`: names of fleets; null: all of them. `password`: argon2id in the PHC string format; null
-- until the person opened their link, of which only the SHA-256 is kept.
create table frota.person (
  id uuid primary key,
  name text not null,
  name_key text not null unique,
  role text not null check (role in ('viewer', 'manager', 'approver', 'admin')),
  fleets text[],
  password text,
  link_hash bytea unique,
  link_until timestamptz,
  added_at timestamptz not null,
  check ((link_hash is null) = (link_until is null))
);
-- `hash`: the SHA-256 of what the browser's cookie contains.
create table frota.session (
  hash bytea primary key,
  person_id uuid not null references frota.person on delete cascade,
  opened_at timestamptz not null,
  seen_at timestamptz not null
);
create index session_person on frota.session (person_id);
create index session_opened on frota.session (opened_at);
-- Wrong passwords of the last minutes by the SHA-256 of the name that was given, known or not.
create table frota.wrong_password (
  name_hash bytea not null,
  at timestamptz not null
);
create index wrong_password_name on frota.wrong_password (name_hash, at);
create index wrong_password_at on frota.wrong_password (at);
