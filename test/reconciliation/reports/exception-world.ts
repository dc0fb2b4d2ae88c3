/** Vehicles with what an exception is about, each on its own, in rows of the ledger. */
import { at, fixedId } from './ledger-builder.ts'
import type { DebtSpec } from './debt-spec.ts'
import type { LedgerBuilder } from './ledger-builder.ts'

/** Before any clock of a machine that runs tests. */
export const LONG_AGO = new Date('2020-03-02T10:00:00Z')

type Row = Record<string, unknown>

export interface ExceptionWorld {
  readonly builder: LedgerBuilder
  /** Within the days in which a sign of another installation is told. */
  readonly recent: Date
  readonly vehicle: (row?: Row, member?: Row) => Promise<string>
  /** The newest answer of a new vehicle, with one debt. */
  readonly debt: (
    spec?: Partial<DebtSpec>,
  ) => Promise<{ readonly vehicle: string; readonly debt: string }>
  readonly order: (row: Row, spec?: Partial<DebtSpec>) => Promise<string>
  readonly effect: (kind: string, state: string, row?: Row) => Promise<string>
  readonly plan: (row: Row) => Promise<string>
}

export interface Kind {
  /** The vehicle; nothing for what holds for the whole fleet. */
  readonly plant: (world: ExceptionWorld) => Promise<string | void>
  /** In words, and as a statement about the vehicle `$1`. */
  readonly ends: readonly [fact: string, sql: string]
}

export function openExceptionWorld(builder: LedgerBuilder, recent: Date): ExceptionWorld {
  let made = 0
  const vehicle: ExceptionWorld['vehicle'] = (row = {}, member = {}) => {
    made += 1
    const plate = `EXC1A${String(made).padStart(2, '0')}`
    const renavam = `1${String(made).padStart(10, '0')}`
    return builder.vehicle({ plate, renavam, uf: 'SP', ...row }, member)
  }
  const debt: ExceptionWorld['debt'] = async (spec = {}) => {
    const id = await vehicle()
    const [first = ''] = await builder.answer(id, [{ cents: 500, ...spec }])
    return { vehicle: id, debt: first }
  }
  return {
    builder,
    recent,
    vehicle,
    debt,
    order: async (row, spec) => {
      const one = await debt(spec)
      await builder.order(one.vehicle, [one.debt], row)
      return one.vehicle
    },
    effect: async (kind, state, row = {}) => {
      const id = await vehicle()
      await builder.effect(id, { kind, key: fixedId('d', made), state, ...row })
      return id
    },
    plan: async (row) => {
      const one = await debt()
      const plan = { debts_cents: 500, created_at: at('20', 22), preview: 'unknown' }
      await builder.plan(one.vehicle, { ...plan, ...row })
      return one.vehicle
    },
  }
}
