-- What boleto and card attempts show, and what a live provider calls our rows. A card leaves its
-- last four digits and nothing else.
alter table service.debt_item
  add column provider_reference text not null default '';

alter table service.payment_order
  add column provider_reference text not null default '';

alter table service.attempt
  add column boleto_line text not null default '',
  add column boleto_barcode text not null default '',
  add column boleto_due_date date,
  add column card_last_digits text not null default ''
    check (card_last_digits ~ '^[0-9]{0,4}$'),
  add column installments integer check (installments between 1 and 12),
  add column charged_cents bigint check (charged_cents > 0),
  add column message text not null default '';

-- Until when somebody is asking the provider about an attempt: nobody else asks meanwhile, and after
-- it (the asker is gone) the next reader does.
alter table service.attempt
  add column asking_until timestamptz;
