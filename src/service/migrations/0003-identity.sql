-- What the authorities are asked about: Renavam, state, and the plate in its Mercosul form, so that
-- ABC1234 and ABC1C34 are one. An answer belongs to the identity that it was asked for.
alter table service.vehicle add column identity text not null generated always as (
  renavam || ' ' || uf || ' ' || case when plate ~ '^[A-Z]{3}[0-9]{4}$'
    then overlay(plate placing chr(65 + substr(plate, 5, 1)::integer) from 5) else plate end
) stored;

-- Of older answers only the plate is known.
alter table service.consultation add column identity text;
update service.consultation asked
set identity = vehicle.renavam || ' ' || vehicle.uf || ' ' ||
  case when asked.plate ~ '^[A-Z]{3}[0-9]{4}$'
    then overlay(asked.plate placing chr(65 + substr(asked.plate, 5, 1)::integer) from 5)
    else asked.plate end
from service.vehicle vehicle where vehicle.id = asked.vehicle_id;
alter table service.consultation alter column identity set not null;

-- Vehicles that were changed before: what they show is of the identity that they have now.
update service.consultation asked
set status = 'failed', stage = 'failed', look_at = null, finished_at = now(),
  error_code = 'vehicle_changed', error_title = 'Veículo alterado',
  error_message = 'O Renavam, a placa ou a UF do veículo mudou depois desta consulta.',
  error_action = 'Consulte de novo; a nova consulta é feita com os dados atuais.'
from service.vehicle vehicle
where vehicle.id = asked.vehicle_id and vehicle.identity <> asked.identity
  and asked.status = 'pending';
update service.vehicle vehicle
set latest_consultation_id = null, latest_consultation_status = null,
  latest_consultation_at = null
from service.consultation asked
where asked.id = vehicle.latest_consultation_id and asked.identity <> vehicle.identity;
update service.vehicle vehicle
set open_debts_count = 0, open_debts_cents = 0, debts_ordinal = 0
from service.consultation asked
where asked.vehicle_id = vehicle.id and asked.ordinal = vehicle.debts_ordinal
  and asked.identity <> vehicle.identity;
