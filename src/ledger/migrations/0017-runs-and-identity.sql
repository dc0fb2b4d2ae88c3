-- Runs are numbered by a row of their own: a sequence skips numbers when its database is killed, and
-- a number is a report's folder. `last` is the number that was given last.
create table frota.run_counter (
  one boolean primary key default true check (one),
  last integer not null
);
insert into frota.run_counter (last) select coalesce(max(number), 0) from frota.run;
alter table frota.run alter column number drop identity;

-- An answer belongs to the plate and state that it was asked for. `identity_told`: the service knows
-- those of now, since `identity_since` (null where they never changed); `is_former`: it was asked
-- before that. `is_outdated`: a member of a closed campaign whose answer or failure is former.
alter table frota.vehicle add column identity_told boolean not null default true,
  add column identity_since timestamptz;
alter table frota.consultation add column is_former boolean not null default false;
alter table frota.campaign_member add column is_outdated boolean not null default false;
-- What the service was not told yet.
update frota.vehicle set identity_told = false
where state = 'registered' and (plate, uf) is distinct from (remote_plate, remote_uf);
