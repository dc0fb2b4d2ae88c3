-- Who works on this ledger and what each one holds, until when by this database's clock. A holder
-- renews its rows every few seconds; a row that ran out is taken by whoever asks next. Names:
-- 'executor HOLDER' (a process is there), 'fleet NAME' (one run at a time), 'schedules' (who opens
-- runs, plans, proposes and reports). `epoch` is a fencing token: it grows with every taking of any
-- name, so that what a former holder still writes can be told. `processes`: of an executor, the
-- schedule whose night it processes jobs of, for people. An embedded database has one process, whose
-- rows never run out; its start removes those of the process before.
create sequence frota.lease_epoch;
create table frota.lease (
  name text primary key,
  holder text not null,
  command text not null,
  since timestamptz not null,
  until timestamptz not null,
  epoch bigint not null default nextval('frota.lease_epoch'),
  processes uuid references frota.schedule
);
create index lease_holder on frota.lease (holder);
drop table frota.executor;
alter table frota.schedule drop column beat_at;
