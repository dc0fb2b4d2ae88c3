-- What a run gave up, because starting it again and again moved nothing: a list of
-- {kind, work, rows, ended}, where `work` is an effect's id or a chunk's name.
alter table frota.run add column given_up jsonb not null default '[]'::jsonb;
