-- Searches, `frota why` and the audit log find by this the vehicles that had a plate.
create index vehicle_change_by_former_plate on frota.vehicle_change (before)
  where field = 'plate';
