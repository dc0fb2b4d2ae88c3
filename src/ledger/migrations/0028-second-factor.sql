-- A person's second factor. `factor`: the sealed key of their authenticator app; `factor_step`: the
-- 30-second step of the newest code that was used; `recovery_codes`: SHA-256 in hex of those left.
alter table frota.person
  add column factor bytea, add column factor_step integer, add column recovery_codes text[],
  add constraint person_factor_check check (num_nulls(factor, factor_step, recovery_codes) in (0, 3));
-- `awaits_code`: true from the right password until the code; such a session opens nothing.
-- `offered`: a sealed key that is shown to enrol, until its first code.
alter table frota.session
  add column awaits_code boolean not null default false, add column offered bytea;
