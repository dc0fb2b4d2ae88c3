-- Quotas: who used which unit of which budget, for what, and until when it counts (docs/quotas.md).
create schema if not exists frota;

create table frota.quota_bucket (
  name text primary key,
  units_max integer not null check (units_max > 0),
  window_ms double precision not null check (window_ms > 0),
  margin_ms double precision not null check (margin_ms >= 0),
  send_ms double precision not null check (send_ms > 0),
  abort_ms double precision not null check (abort_ms > 0),
  linger_ms double precision not null check (linger_ms >= 0),
  simulated boolean not null,
  -- Learned from a second unexpected 429: the least time between two units.
  pace_ms double precision,
  paced_until timestamptz,
  -- Retry-After: nothing leaves before.
  not_before timestamptz,
  -- 429s until here are probes that failed, which padding expects.
  throttled_until timestamptz,
  throttles integer not null default 0,
  -- The ledger's clock never runs backwards: no instant below this is ever used.
  last_now timestamptz not null,
  shifted_at timestamptz
);

-- Kept as the audit; the index keeps a reserve as fast with a million old uses as with none.
create table frota.quota_use (
  id uuid primary key,
  bucket text not null references frota.quota_bucket (name),
  units integer not null check (units > 0),
  state text not null
    check (state in ('reserved', 'answered', 'in-doubt', 'never-sent', 'foreign')),
  holder text not null,
  purpose text not null,
  reserved_at timestamptz not null,
  settled_at timestamptz,
  free_at timestamptz not null
);
create index quota_use_occupied on frota.quota_use (bucket, free_at) include (units);

-- The only clock of the quota. Tests own it by the setting frota.test_now, which is refused as
-- soon as one bucket belongs to a real service.
create function frota.ledger_now() returns timestamptz language plpgsql volatile as $$
declare
  test_now text := current_setting('frota.test_now', true);
begin
  if coalesce(test_now, '') = '' then
    return clock_timestamp();
  end if;
  if exists (select 1 from frota.quota_bucket b where not b.simulated) then
    raise exception 'frota.test_now is refused: a bucket of a real service is kept here';
  end if;
  return test_now::timestamptz;
end $$;

create function frota.milliseconds(length double precision) returns interval
  language sql immutable return length * interval '1 millisecond';

create function frota.epoch_ms(instant timestamptz) returns double precision
  language sql immutable return (extract(epoch from instant) * 1000)::double precision;

-- The lock is a statement of its own: a count in the same statement would be of a snapshot taken
-- before the lock was waited for. The row is always written, so that under a stricter isolation
-- level a concurrent reserve fails with 40001 instead of admitting too many.
create function frota.quota_lock(p_bucket text) returns frota.quota_bucket
language plpgsql volatile as $$
declare
  locked frota.quota_bucket;
begin
  select * into locked from frota.quota_bucket b where b.name = p_bucket for update;
  if not found then
    raise exception 'unknown quota bucket %', p_bucket;
  end if;
  update frota.quota_bucket b set last_now = greatest(b.last_now, frota.ledger_now())
    where b.name = p_bucket returning * into locked;
  return locked;
end $$;

-- When `p_units` could be had: what must still be freed, in the order in which it is freed.
create function frota.quota_next_free(locked frota.quota_bucket, p_units integer)
returns timestamptz language plpgsql volatile as $$
declare
  next_free timestamptz;
begin
  select min(freed.free_at) into next_free
    from (
      select u.free_at, sum(u.units) over (order by u.free_at, u.id) as upto,
        sum(u.units) over () as used
      from frota.quota_use u where u.bucket = locked.name and u.free_at > locked.last_now
    ) freed
    where freed.used - freed.upto + p_units <= locked.units_max
      and freed.used + p_units > locked.units_max;
  return greatest(next_free, locked.last_now, locked.not_before, locked.paced_until);
end $$;

-- New settings count for past uses too: a longer window keeps them for longer.
create function frota.quota_ensure(
  p_bucket text, p_max integer, p_window double precision, p_margin double precision,
  p_send double precision, p_abort double precision, p_linger double precision,
  p_simulated boolean
) returns void language plpgsql volatile as $$
declare
  old frota.quota_bucket;
  hold interval := frota.milliseconds(p_window + p_margin);
begin
  insert into frota.quota_bucket (name, units_max, window_ms, margin_ms, send_ms, abort_ms,
      linger_ms, simulated, last_now)
    values (p_bucket, p_max, p_window, p_margin, p_send, p_abort, p_linger, p_simulated,
      '-infinity')
    on conflict (name) do nothing;
  old := frota.quota_lock(p_bucket);
  if (old.units_max, old.window_ms, old.margin_ms, old.send_ms, old.abort_ms, old.linger_ms,
      old.simulated)
    = (p_max, p_window, p_margin, p_send, p_abort, p_linger, p_simulated) then
    return;
  end if;
  -- The refusal of test time looks at this flag, so the clock is read once more after it.
  update frota.quota_bucket b set units_max = p_max, window_ms = p_window, margin_ms = p_margin,
    send_ms = p_send, abort_ms = p_abort, linger_ms = p_linger, simulated = p_simulated,
    pace_ms = null, paced_until = null
    where b.name = p_bucket;
  perform frota.ledger_now();
  update frota.quota_use u set free_at = greatest(u.free_at, hold + case
      when u.state in ('answered', 'foreign') then u.settled_at
      else u.reserved_at
        + frota.milliseconds(u.units * (p_send + p_abort) + p_linger) end)
    where u.bucket = p_bucket and u.state <> 'never-sent';
end $$;

create function frota.quota_reserve(
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
  next_free := frota.quota_next_free(locked, p_units);
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

-- An answer later than the lease raises the bound, because its request may have arrived late; so
-- does an abort whose linger would end after the lease. Otherwise an ending only lowers it.
create function frota.quota_settle(p_use uuid, p_ending text) returns boolean
language plpgsql volatile as $$
declare
  locked frota.quota_bucket;
begin
  select b.* into locked from frota.quota_use u
    join frota.quota_bucket b on b.name = u.bucket where u.id = p_use;
  if not found then
    return false;
  end if;
  locked := frota.quota_lock(locked.name);
  update frota.quota_use u set state = p_ending, settled_at = locked.last_now,
    free_at = case p_ending
      when 'never-sent' then least(u.free_at, locked.last_now)
      when 'answered' then
        locked.last_now + frota.milliseconds(locked.window_ms + locked.margin_ms)
      else greatest(u.free_at, locked.last_now + frota.milliseconds(
        locked.linger_ms + locked.window_ms + locked.margin_ms)) end
    where u.id = p_use and u.state = 'reserved';
  return found;
end $$;

create function frota.quota_throttled(p_bucket text, p_retry_after_ms double precision)
returns void language plpgsql volatile as $$
declare
  locked frota.quota_bucket;
  hold interval;
  pace double precision;
  used integer;
begin
  locked := frota.quota_lock(p_bucket);
  hold := frota.milliseconds(locked.window_ms + locked.margin_ms);
  -- Half a second more than an even share of an hour, for servers that weigh the last window.
  pace := (locked.window_ms + locked.margin_ms) / locked.units_max + locked.window_ms / 7200;
  select coalesce(sum(u.units), 0) into used
    from frota.quota_use u where u.bucket = p_bucket and u.free_at > locked.last_now;
  -- Full from now on: each unit of our own that frees is then a single probe.
  if used < locked.units_max then
    insert into frota.quota_use
      (id, bucket, units, state, holder, purpose, reserved_at, settled_at, free_at)
      values (gen_random_uuid(), p_bucket, locked.units_max - used, 'foreign', '', '429',
        locked.last_now, locked.last_now, locked.last_now + hold);
  end if;
  if p_retry_after_ms is not null then
    update frota.quota_bucket b set not_before =
        greatest(b.not_before, locked.last_now + frota.milliseconds(p_retry_after_ms))
      where b.name = p_bucket;
  end if;
  if locked.throttled_until > locked.last_now then
    return;
  end if;
  update frota.quota_bucket b set throttles = b.throttles + 1,
    throttled_until = locked.last_now + hold,
    pace_ms = case when b.throttles > 0 then pace else b.pace_ms end,
    paced_until = case when b.throttles > 0 then locked.last_now + frota.milliseconds(pace)
      else b.paced_until end
    where b.name = p_bucket;
end $$;

-- The clock was seen to jump forward: what was occupied then stays so for the time that remains.
create function frota.quota_shift(
  p_bucket text, p_since_ms double precision, p_step_ms double precision
) returns boolean language plpgsql volatile as $$
declare
  locked frota.quota_bucket;
  since timestamptz := to_timestamp(p_since_ms / 1000);
  step interval := frota.milliseconds(p_step_ms);
begin
  locked := frota.quota_lock(p_bucket);
  if locked.shifted_at > since then
    return false;
  end if;
  update frota.quota_use u set free_at = u.free_at + step
    where u.bucket = p_bucket and u.free_at > since and u.state <> 'never-sent';
  update frota.quota_bucket b set shifted_at = locked.last_now,
    not_before = b.not_before + step, paced_until = b.paced_until + step,
    throttled_until = b.throttled_until + step
    where b.name = p_bucket;
  return true;
end $$;
