/** What the service's own tables say: whether anything was done twice, or is known to one side only. */
import type { Rows, World } from '../support/run-frota.ts'

export interface Doubles {
  readonly vehicles: Rows
  readonly consultations: Rows
  readonly orders: Rows
  readonly debts: Rows
}

export async function doubles(world: World): Promise<Doubles> {
  return {
    vehicles: await world.query(
      'SELECT renavam, count(*)::int FROM service.vehicle GROUP BY 1 HAVING count(*) > 1',
    ),
    consultations: await world.query(
      'SELECT vehicle_id, count(*)::int FROM service.consultation GROUP BY 1 HAVING count(*) > 1',
    ),
    orders: await world.query(
      'SELECT vehicle_id, count(*)::int FROM service.payment_order GROUP BY 1 HAVING count(*) > 1',
    ),
    debts: await world.query(
      `SELECT d.vehicle_id, d.fingerprint FROM service.order_item i
         JOIN service.debt_item d ON d.id = i.debt_item_id
         GROUP BY 1, 2 HAVING count(DISTINCT i.order_id) > 1`,
    ),
  }
}

/** Ids that only one of service and ledger knows. Both live in one database here. */
export async function strangers(world: World): Promise<Omit<Doubles, 'debts'>> {
  const either = (ours: string, theirs: string): Promise<Rows> =>
    world.query(
      `SELECT ours.id AS ours, theirs.id AS theirs FROM (${ours}) AS ours
         FULL JOIN (${theirs}) AS theirs ON ours.id = theirs.id
         WHERE ours.id IS NULL OR theirs.id IS NULL`,
    )
  return {
    vehicles: await either(
      'SELECT service_id AS id FROM frota.vehicle',
      'SELECT id FROM service.vehicle',
    ),
    consultations: await either(
      'SELECT id FROM frota.consultation',
      'SELECT id FROM service.consultation',
    ),
    orders: await either(
      'SELECT id FROM frota.payment_order',
      'SELECT id FROM service.payment_order',
    ),
  }
}

/** The most that the service took in any rolling window, by its own clock. */
export async function mostInWindow(
  world: World,
  windowMs: number,
): Promise<{ consultations: number; orders: number }> {
  const most = (table: string): Promise<number> =>
    world.count(
      `SELECT coalesce(max(n), 0) FROM (SELECT count(*) OVER (ORDER BY created_at
         RANGE BETWEEN $1::interval PRECEDING AND CURRENT ROW) AS n FROM ${table}) AS windows`,
      // A window is half open: what is exactly one window old counts no longer.
      [`${windowMs - 1} milliseconds`],
    )
  return {
    consultations: await most('service.consultation'),
    orders: await most('service.payment_order'),
  }
}
