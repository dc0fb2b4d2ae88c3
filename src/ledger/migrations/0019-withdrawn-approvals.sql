-- A person takes an approval back before its order has an intent: the order's effect is withdrawn for
-- good, its plan is a proposal again, and no policy approves what the same answer proposes.
alter table frota.effect
  drop constraint effect_state_check,
  add constraint effect_state_check check (state in (
    'planned', 'claimed', 'intent', 'in-doubt', 'held',
    'done', 'adopted', 'rejected', 'quarantined', 'needs-person', 'withdrawn')),
  add constraint effect_withdrawn_is_order check (state <> 'withdrawn' or kind = 'order');

alter table frota.effect_event
  drop constraint allowed_move,
  add constraint allowed_move check ((from_state || ' ' || to_state) in (
    'planned claimed', 'planned in-doubt', 'planned withdrawn',
    'claimed planned', 'claimed intent', 'claimed adopted', 'claimed rejected',
    'claimed quarantined', 'claimed in-doubt', 'claimed withdrawn',
    'intent done', 'intent adopted', 'intent rejected', 'intent quarantined', 'intent planned',
    'intent claimed', 'intent in-doubt',
    'in-doubt in-doubt', 'in-doubt adopted', 'in-doubt quarantined', 'in-doubt planned',
    'in-doubt held', 'in-doubt needs-person',
    'held held', 'held in-doubt', 'held adopted', 'held quarantined', 'held planned',
    'held needs-person',
    'quarantined adopted', 'quarantined rejected', 'quarantined planned',
    'needs-person adopted', 'needs-person rejected', 'needs-person planned'));

alter table frota.order_plan add column withdrawn_at timestamptz;
create index order_plan_withdrawn on frota.order_plan (vehicle_id) where withdrawn_at is not null;
