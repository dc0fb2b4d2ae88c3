-- The exceptions, reports and books of a fleet find by this the vehicles that left it.
create index vehicle_change_by_former_fleet on frota.vehicle_change (before)
  where field = 'fleet';
