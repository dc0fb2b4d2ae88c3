-- Which moves an effect may make depends on its kind too: a card that may have been charged is never
-- charged again by code, and an order in doubt is planned again only after it was held. Written a
-- second time here, beside src/effects/transitions.ts, like the moves of every kind before.
alter table frota.effect_event add column kind text;
update frota.effect_event event set kind = effect.kind
  from frota.effect effect where effect.id = event.effect_id;
alter table frota.effect_event alter column kind set not null;
alter table frota.effect_event
  add constraint replanned_kind
    check (from_state <> 'in-doubt' or to_state <> 'planned' or kind in ('register', 'consult')),
  add constraint only_of_orders
    check (kind = 'order' or (from_state <> 'held' and to_state not in ('held', 'withdrawn')));
