-- A person says that they took care of an exception that no fact ends at once: it is told no more as
-- it was then (`detail`), and is told again once it begins anew. `code` and `reference` are those of
-- the reports; who and why is in the audit log, too.
create table frota.exception_end (
  code text not null,
  reference uuid not null,
  detail text not null,
  ended_by text not null,
  reason text not null,
  ended_at timestamptz not null,
  primary key (code, reference, detail)
);

-- What waits for a person is asked for whenever somebody looks, of however many requests.
create index effect_for_person on frota.effect (vehicle_id)
  where active and state in ('quarantined', 'needs-person');

-- Since when the pay gate is shut, or open, for its present reason.
alter table frota.payment_order add column gate_since timestamptz;
