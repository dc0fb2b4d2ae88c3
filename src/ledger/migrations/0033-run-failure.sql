-- Why a run failed, in both languages. Null: it did not, or an earlier version wrote it.
alter table frota.run add column failure jsonb;
