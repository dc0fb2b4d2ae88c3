/** The ledger refuses by itself what src/effects/transitions.ts refuses, so a bug stops at either. */
import { expect, test } from 'vitest'
import { ALL_MOVES, ALLOWED_MOVES } from '../../effects/allowed-moves.ts'
import { openDatabase } from './effect-worlds.ts'

/** Answers 'allowed', or the name of the check that refuses the move. */
const TRY_MOVE = `
  create function try_move(of_kind text, from_state text, to_state text) returns text
  language plpgsql as $$
    declare refused_by text;
    begin
      insert into frota.effect_event (effect_id, kind, at, epoch, from_state, to_state, why)
        select id, kind, now(), 1, $2, $3, 'why' from frota.effect where kind = $1;
      return 'allowed';
    exception when check_violation then
      get stacked diagnostics refused_by = constraint_name;
      return refused_by;
    end
  $$`

test('the database allows each kind of effect exactly the moves of its table', async () => {
  await using world = await openDatabase()
  const { fleetId, vehicleId } = await world.fleet()
  const kinds = [...new Set(ALL_MOVES.map(({ kind }) => kind))]
  // By hand, because the store plans no card payment any more.
  await world.pool.query(
    `insert into frota.effect (kind, key, fleet_id, vehicle_id, created_at, updated_at)
     select kind, kind, $2, $3, now(), now() from unnest($1::text[]) as kind`,
    [kinds, fleetId, vehicleId],
  )
  await world.pool.query(TRY_MOVE)
  const { rows } = await world.pool.query(
    `select kind || ': ' || "from" || ' -> ' || "to" as name, try_move(kind, "from", "to")
     from json_to_recordset($1::json) as move (kind text, "from" text, "to" text)`,
    [JSON.stringify(ALL_MOVES)],
  )
  const answers = new Map(rows.map((row) => [String(row['name']), String(row['try_move'])]))
  expect(answers.size).toBe(ALL_MOVES.length)
  const allowed = [...answers.keys()].filter((name) => answers.get(name) === 'allowed')
  expect(new Set(allowed)).toEqual(ALLOWED_MOVES)
  const checks = ['allowed', 'allowed_move', 'only_of_orders', 'replanned_kind']
  expect([...new Set(answers.values())].toSorted()).toEqual(checks)
})
