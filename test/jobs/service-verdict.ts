/** What the service's own tables say: whether anything was done twice, or is known to one side only. */
import type { Rows, World } from '../support/run-frota.ts'

export interface Doubles {
  readonly vehicles: Rows
  readonly consultations: Rows
  readonly orders: Rows
  readonly debts: Rows
}

export function doubles(world: World): Promise<Doubles> {
  return world.read(async (query) => ({
    vehicles: await query(
      'SELECT renavam, count(*)::int FROM service.vehicle GROUP BY 1 HAVING count(*) > 1',
    ),
    consultations: await query(
      'SELECT vehicle_id, count(*)::int FROM service.consultation GROUP BY 1 HAVING count(*) > 1',
    ),
    orders: await query(
      'SELECT vehicle_id, count(*)::int FROM service.payment_order GROUP BY 1 HAVING count(*) > 1',
    ),
    debts: await query(
      `SELECT d.vehicle_id, d.fingerprint FROM service.order_item i
         JOIN service.debt_item d ON d.id = i.debt_item_id
         GROUP BY 1, 2 HAVING count(DISTINCT i.order_id) > 1`,
    ),
  }))
}

/** Ids that only one of service and ledger knows. Both live in one database here. */
export function strangers(world: World): Promise<Omit<Doubles, 'debts'>> {
  const between = (ours: string, theirs: string): string =>
    `SELECT ours.id AS ours, theirs.id AS theirs FROM (${ours}) AS ours
       FULL JOIN (${theirs}) AS theirs ON ours.id = theirs.id
       WHERE ours.id IS NULL OR theirs.id IS NULL`
  return world.read(async (query) => ({
    vehicles: await query(
      between('SELECT service_id AS id FROM frota.vehicle', 'SELECT id FROM service.vehicle'),
    ),
    consultations: await query(
      between('SELECT id FROM frota.consultation', 'SELECT id FROM service.consultation'),
    ),
    orders: await query(
      between('SELECT id FROM frota.payment_order', 'SELECT id FROM service.payment_order'),
    ),
  }))
}

/** The most that the service took in any rolling window, by its own clock. */
export function mostInWindow(
  world: World,
  windowMs: number,
): Promise<{ consultations: number; orders: number }> {
  return world.read(async (query) => {
    const most = async (table: string): Promise<number> => {
      const [row] = await query(
        `SELECT coalesce(max(n), 0)::int AS most FROM (SELECT count(*) OVER (ORDER BY created_at
           RANGE BETWEEN $1::interval PRECEDING AND CURRENT ROW) AS n FROM ${table}) AS windows`,
        // A window is half open: what is exactly one window old counts no longer.
        [`${windowMs - 1} milliseconds`],
      )
      return Number(row?.['most'])
    }
    return {
      consultations: await most('service.consultation'),
      orders: await most('service.payment_order'),
    }
  })
}
