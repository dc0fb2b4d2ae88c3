-- What an order will cost, as the service's preview says, and how much was ordered so far.
-- `preview`: pending until the service was asked; unknown when it has no preview, and for proposals
-- from before this migration that were decided already. The hash covers the fee once it is known.
alter table frota.order_plan
  add column preview text not null default 'unknown'
    check (preview in ('pending', 'known', 'unknown')),
  add column fee_cents bigint,
  add column total_cents bigint,
  add column preview_note text,
  add column preview_tries integer not null default 0,
  add column preview_due_at timestamptz,
  -- Which limit keeps it waiting (a code), until when at the latest, and which run found so: a new
  -- run looks again, since the policy may be another one by then.
  add column waits_for text,
  add column waits_until timestamptz,
  add column waited_run uuid references frota.run,
  add constraint order_plan_preview_known
    check (preview <> 'known' or (fee_cents is not null and total_cents is not null));
update frota.order_plan set preview = 'pending' where state = 'proposed';
create index order_plan_unpreviewed on frota.order_plan (fleet_id, preview_due_at)
  where state = 'proposed' and preview = 'pending';

-- Money that is on its way or gone: written under the fleet's row lock before an order's request
-- leaves, taken back when no order came of it. The limits of the order policy are held against it.
create table frota.order_commitment (
  plan_id uuid primary key references frota.order_plan,
  fleet_id uuid not null references frota.fleet,
  run_id uuid references frota.run,
  -- In the fleet's time zone.
  day date not null,
  cost_centre text not null,
  cents bigint not null check (cents >= 0),
  committed_at timestamptz not null
);
create index order_commitment_by_day on frota.order_commitment (fleet_id, day);
create index order_commitment_by_run on frota.order_commitment (run_id);
