-- What an order is paid with beside Pix, what became of a refund, and since when it stands as it does.
-- `refunded`: the money came back and the debts are still owed; a person frees them, no run does.
alter table frota.payment_order
  drop constraint payment_order_standing_check,
  add constraint payment_order_standing_check
    check (standing in ('open', 'paid', 'settled', 'dead', 'refunded', 'unknown')),
  add column standing_since timestamptz,
  -- Both of one boleto, as its check digits allow; the end of its due day in the fleet's time zone.
  add column boleto_line text not null default '',
  add column boleto_barcode text not null default '',
  add column boleto_due_date date,
  add column boleto_expires_at timestamptz,
  -- What the card was charged, with the interest of its instalments.
  add column charged_cents bigint,
  add column installments integer,
  -- New codes asked for, when the last one was, and until when nobody else asks.
  add column renewals integer not null default 0,
  add column renewed_at timestamptz,
  add column renewal_until timestamptz,
  -- A person gave the debts of a refund free.
  add column freed_at timestamptz;
update frota.payment_order set standing_since = updated_at;
-- Word for word; empty when the service does not say.
alter table frota.order_item add column settlement text not null default '';
