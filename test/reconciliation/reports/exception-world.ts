/** Vehicles with what an exception is about, each on its own, in rows of the ledger. */
import { at, fixedId, type LedgerBuilder } from './ledger-builder.ts'
import type { DebtSpec } from './debt-spec.ts'

/** Before any clock of a machine that runs tests. */
export const LONG_AGO = new Date('2020-03-02T10:00:00Z')

type Row = Record<string, unknown>

export type ExceptionWorld = ReturnType<typeof openExceptionWorld>

export interface Kind {
  /** The vehicle; nothing for what holds for the whole fleet. */
  readonly plant: (world: ExceptionWorld) => Promise<string | void>
  /** In words, and as a statement about the vehicle `$1`. */
  readonly ends: readonly [fact: string, sql: string]
}

/** `recent`: within the days in which a sign of another installation is told. */
export function openExceptionWorld(builder: LedgerBuilder, recent: Date) {
  let made = 0
  const vehicle = (row: Row = {}, member: Row = {}) => {
    made += 1
    const plate = `EXC1A${String(made).padStart(2, '0')}`
    const renavam = `1${String(made).padStart(10, '0')}`
    return builder.vehicle({ plate, renavam, uf: 'SP', ...row }, member)
  }
  /** The newest answer of a new vehicle, with one debt. */
  const debt = async (spec: Partial<DebtSpec> = {}) => {
    const id = await vehicle()
    const [first = ''] = await builder.answer(id, [{ cents: 500, ...spec }])
    return { vehicle: id, debt: first }
  }
  return {
    builder,
    recent,
    vehicle,
    debt,
    order: async (row: Row, spec?: Partial<DebtSpec>) => {
      const one = await debt(spec)
      await builder.order(one.vehicle, [one.debt], row)
      return one.vehicle
    },
    effect: async (kind: string, state: string, row: Row = {}) => {
      const id = await vehicle()
      await builder.effect(id, { kind, key: fixedId('d', made), state, ...row })
      return id
    },
    plan: async (row: Row) => {
      const one = await debt()
      const plan = { debts_cents: 500, created_at: at('20', 22), preview: 'unknown' }
      await builder.plan(one.vehicle, { ...plan, ...row })
      return one.vehicle
    },
  }
}
