-- Personal data ends with its use (LGPD, art. 15): days after a vehicle was deactivated until its
-- owner's document and nickname are erased. Plate, Renavam and orders stay, which books refer to.
alter table service.account
  add column personal_data_days integer not null default 180
    check (personal_data_days between 1 and 3650);

-- An erased document leaves no bytes.
alter table service.vehicle
  add column erased_at timestamptz,
  add constraint erased_leaves_nothing
    check (erased_at is null or (not is_active and owner_document_sealed = ''));
create index vehicle_to_erase on service.vehicle (changed_at)
  where not is_active and erased_at is null;
