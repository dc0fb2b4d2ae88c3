-- An effect is one intended POST that must happen at most once (src/effects). Its key is unique
-- while it is active, so that planning the same thing twice plans it once.
create table frota.effect (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  kind text not null check (kind in ('register', 'consult', 'order', 'pay')),
  key text not null,
  active boolean not null default true,
  fleet_id uuid not null references frota.fleet,
  campaign_id uuid references frota.campaign,
  vehicle_id uuid not null references frota.vehicle,
  plan_id uuid,
  rank integer not null default 0,
  state text not null default 'planned' check (state in (
    'planned', 'claimed', 'intent', 'in-doubt', 'held',
    'done', 'adopted', 'rejected', 'quarantined', 'needs-person')),
  epoch integer not null default 0,
  holder text,
  not_before timestamptz,
  sends integer not null default 0,
  doubts integer not null default 0,
  lookups integer not null default 0,
  baseline jsonb,
  body_hash text,
  slot_id uuid,
  intent_at timestamptz,
  deadline_at timestamptz,
  remote_id uuid,
  answer_status integer,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index effect_once on frota.effect (kind, key) where active;
create index effect_unfinished on frota.effect (kind, fleet_id, rank, seq)
  where state in ('planned', 'claimed', 'intent', 'in-doubt', 'held');
create index effect_by_vehicle on frota.effect (vehicle_id);
-- For the sweep: what waits for its look-up, and whose deadline may have passed.
create index effect_in_doubt on frota.effect (fleet_id, kind, not_before)
  where state in ('in-doubt', 'held');
create index effect_under_way on frota.effect (deadline_at) where state in ('claimed', 'intent');

-- Every move of every effect; appended, never changed. The allowed moves are written a second time
-- here, beside src/effects/transitions.ts, so that a bug on either side stops at the other.
create table frota.effect_event (
  seq bigint generated always as identity primary key,
  effect_id uuid not null references frota.effect,
  at timestamptz not null,
  epoch integer not null,
  from_state text not null,
  to_state text not null,
  why text not null,
  constraint allowed_move check ((from_state || ' ' || to_state) in (
    'planned claimed', 'planned in-doubt',
    'claimed planned', 'claimed intent', 'claimed adopted', 'claimed rejected',
    'claimed quarantined', 'claimed in-doubt',
    'intent done', 'intent adopted', 'intent rejected', 'intent quarantined', 'intent planned',
    'intent claimed', 'intent in-doubt',
    'in-doubt in-doubt', 'in-doubt adopted', 'in-doubt quarantined', 'in-doubt planned',
    'in-doubt held', 'in-doubt needs-person',
    'held held', 'held in-doubt', 'held adopted', 'held quarantined', 'held planned',
    'held needs-person',
    'quarantined adopted', 'quarantined rejected', 'quarantined planned',
    'needs-person adopted', 'needs-person rejected', 'needs-person planned'))
);
create index effect_event_by_effect on frota.effect_event (effect_id, seq);
