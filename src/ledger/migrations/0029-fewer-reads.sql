-- Each sweep leaves out orders by card that an earlier version approved. There are none, as a rule,
-- and an index of those alone says so without a look at the fleet's other plans.
create index order_plan_card on frota.order_plan (id) where method = 'credit_card';

-- As in 0002, but what must be freed first is looked for only where nothing is free.
create or replace function frota.quota_next_free(locked frota.quota_bucket, p_units integer)
returns timestamptz language plpgsql volatile as $$
declare
  used integer;
  next_free timestamptz;
begin
  select sum(u.units) into used
    from frota.quota_use u where u.bucket = locked.name and u.free_at > locked.last_now;
  if used + p_units > locked.units_max then
    select min(freed.free_at) into next_free
      from (
        select u.free_at, sum(u.units) over (order by u.free_at, u.id) as upto
        from frota.quota_use u where u.bucket = locked.name and u.free_at > locked.last_now
      ) freed
      where used - freed.upto + p_units <= locked.units_max;
  end if;
  return greatest(next_free, locked.last_now, locked.not_before, locked.paced_until);
end $$;
