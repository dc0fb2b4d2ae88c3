-- What a person once said about a fleet's spreadsheets, so that the next file need not be told:
-- which column is which field (`column_map`), and which sheet of a workbook holds the vehicles.
create table frota.fleet_reading (
  fleet_id uuid primary key references frota.fleet on delete cascade,
  column_map jsonb not null default '{}',
  sheet text,
  updated_at timestamptz not null
);

-- A vehicle that was deactivated at the service because a person asked for it. `removal_asked_at`
-- is set before the request leaves, so that a killed process asks again.
alter table frota.vehicle drop constraint vehicle_state_check;
alter table frota.vehicle add constraint vehicle_state_check
  check (state in ('planned', 'registered', 'refused', 'removed'));
alter table frota.vehicle add column removal_asked_at timestamptz;

-- What changed about a vehicle, when, and by which file or which person. Documents stand masked.
create table frota.vehicle_change (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null references frota.vehicle,
  field text not null check (field in ('plate', 'uf', 'nickname', 'cost_centre', 'extras', 'owner',
    'fleet', 'in_fleet', 'state')),
  before text,
  after text,
  import_id uuid references frota.import,
  person text,
  changed_at timestamptz not null
);
create index vehicle_change_by_vehicle on frota.vehicle_change (vehicle_id, id);
