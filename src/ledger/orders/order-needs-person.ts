import { sql, type RawBuilder } from 'kysely'

/**
 * A person says what became of the plan's order, or of the one in its way: neither a limit nor time
 * ends that, whatever the plan waited for before. `plan`: the alias of `frota.order_plan`.
 */
export function orderNeedsPerson(plan: string): RawBuilder<boolean> {
  const [id, vehicle] = [sql.ref(`${plan}.id`), sql.ref(`${plan}.vehicle_id`)]
  return sql<boolean>`exists (select from frota.effect effect
    where effect.vehicle_id = ${vehicle} and effect.plan_id = ${id} and effect.kind = 'order'
      and effect.active and effect.state in ('quarantined', 'needs-person'))`
}
