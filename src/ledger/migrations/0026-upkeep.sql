-- What is known of the installation's upkeep; one row at most. `secret_mark`: a keyed hash by which
-- another secret file is recognized; no secret itself.
create table frota.upkeep (
  is_only boolean primary key default true check (is_only),
  secret_mark text,
  backed_up_at timestamptz,
  backed_up_to text,
  check ((backed_up_at is null) = (backed_up_to is null))
);
insert into frota.upkeep (secret_mark)
select settings->>'secretMark' from frota.installation where settings->>'secretMark' is not null;
update frota.installation set settings = settings - 'secretMark';
-- A restored ledger may lack orders that were made after its backup.
alter table frota.money_block drop constraint money_block_why_check;
alter table frota.money_block add constraint money_block_why_check check (why in
  ('unknown-intents', 'forgotten-intents', 'older-ledger', 'restored-backup'));
