-- A person asks again about one vehicle: null asks about all that failed.
alter table frota.run_request add column vehicle_id uuid check (vehicle_id is null or kind = 'retry');
