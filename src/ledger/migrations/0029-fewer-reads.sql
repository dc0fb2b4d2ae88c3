-- Each sweep leaves out orders by card that an earlier version approved. There are none, as a rule,
-- and an index of those alone says so without a look at the fleet's other plans.
create index order_plan_card on frota.order_plan (id) where method = 'credit_card';

-- As before (0002), but when the next unit frees is looked for only where none is free.
create or replace function frota.quota_reserve(
  p_bucket text, p_use uuid, p_units integer, p_holder text, p_purpose text,
  out granted boolean, out now_ms double precision, out next_free_ms double precision,
  out used integer, out units_max integer
) language plpgsql volatile as $$
declare
  locked frota.quota_bucket;
  next_free timestamptz;
begin
  locked := frota.quota_lock(p_bucket);
  if p_units < 1 or p_units > locked.units_max then
    raise exception 'quota bucket % can never grant % units', p_bucket, p_units;
  end if;
  select coalesce(sum(u.units), 0) into used
    from frota.quota_use u where u.bucket = p_bucket and u.free_at > locked.last_now;
  if used + p_units <= locked.units_max then
    next_free := greatest(locked.last_now, locked.not_before, locked.paced_until);
  else
    next_free := frota.quota_next_free(locked, p_units);
  end if;
  granted := next_free <= locked.last_now;
  now_ms := frota.epoch_ms(locked.last_now);
  next_free_ms := frota.epoch_ms(next_free);
  units_max := locked.units_max;
  if not granted then
    return;
  end if;
  -- Pessimistic: a crash after this row costs the lease and nothing else.
  insert into frota.quota_use (id, bucket, units, state, holder, purpose, reserved_at, free_at)
    values (p_use, p_bucket, p_units, 'reserved', p_holder, p_purpose, locked.last_now,
      locked.last_now + frota.milliseconds(p_units * (locked.send_ms + locked.abort_ms)
        + locked.linger_ms + locked.window_ms + locked.margin_ms));
  if locked.pace_ms is not null then
    update frota.quota_bucket b
      set paced_until = locked.last_now + frota.milliseconds(p_units * locked.pace_ms)
      where b.name = p_bucket;
  end if;
  used := used + p_units;
end $$;
