-- Whether another order has paid a debt is asked by what the debt is, over all answers that list it.
create index debt_item_equal on service.debt_item (vehicle_id, fingerprint);
