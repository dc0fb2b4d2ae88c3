-- The order policy that a person edited in the console; one row at most. It holds where no option
-- names a policy. `policy`: the text of a policy file.
create table frota.order_policy (
  is_only boolean primary key default true check (is_only),
  policy text not null,
  edited_by text not null,
  edited_at timestamptz not null
);
