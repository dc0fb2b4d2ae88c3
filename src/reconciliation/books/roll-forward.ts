/**
 * Pure but for its own state. Adds up movements as they stream by: opening, what each class moved,
 * and closing, for the whole fleet and for each group. Opening plus classes is closing by
 * construction; that the groups add up to the whole is checked.
 */
import { costCentreKey } from '../../fleet/cost-centre.ts'
import { monthOf } from '../../fleet/calendar/months.ts'
import { MOVING, type Movement, type Moving } from './movement.ts'

export const GROUPINGS = ['whole', 'cnpj', 'costCentre', 'kind', 'vehicle'] as const
export type Grouping = (typeof GROUPINGS)[number]

export interface Roll {
  openingCents: bigint
  /** Signed: what each class added to the balance. */
  readonly movedCents: Record<Moving, bigint>
  /** The part of the movements that corrects closed months. */
  adjustedCents: bigint
  closingCents: bigint
}

export class RollForward {
  readonly month: string
  readonly whole = emptyRoll()
  readonly groups = {
    cnpj: new Map<string, Roll>(),
    costCentre: new Map<string, Roll>(),
    kind: new Map<string, Roll>(),
  }

  /** The first spelling of each cost centre, under which all are added up. */
  readonly #spellings = new Map<string, string>()

  constructor(month: string) {
    this.month = month
  }

  add(movement: Movement): void {
    addTo(this.whole, movement, this.month)
    const { groups } = this
    addTo(rollOf(groups.cnpj, movement.cnpj), movement, this.month)
    addTo(rollOf(groups.costCentre, this.spelling(movement.costCentre)), movement, this.month)
    addTo(rollOf(groups.kind, movement.kind), movement, this.month)
  }

  spelling = (costCentre: string): string => {
    const key = costCentreKey(costCentre)
    const first = this.#spellings.get(key) ?? costCentre.trim()
    this.#spellings.set(key, first)
    return first
  }
}

/** Of one vehicle or debt, which is not kept. */
export function rollOfMovements(movements: readonly Movement[], month: string): Roll {
  const roll = emptyRoll()
  for (const movement of movements) addTo(roll, movement, month)
  return roll
}

export function isEmptyRoll({ openingCents, movedCents, closingCents }: Roll): boolean {
  return (
    openingCents === 0n && closingCents === 0n && MOVING.every((name) => movedCents[name] === 0n)
  )
}

function rollOf(rolls: Map<string, Roll>, key: string): Roll {
  const roll = rolls.get(key) ?? emptyRoll()
  rolls.set(key, roll)
  return roll
}

export function emptyRoll(): Roll {
  return {
    openingCents: 0n,
    movedCents: {
      new: 0n,
      returned: 0n,
      increase: 0n,
      decrease: 0n,
      paid: 0n,
      refunded: 0n,
      gone: 0n,
      'left-fleet': 0n,
      alternative: 0n,
      transfer: 0n,
    },
    adjustedCents: 0n,
    closingCents: 0n,
  }
}

/** What is booked after the month does not belong to it. */
function addTo(roll: Roll, movement: Movement, month: string): void {
  const booked = monthOf(movement.day)
  if (booked > month) return
  roll.closingCents += movement.cents
  if (booked < month) {
    roll.openingCents += movement.cents
    return
  }
  roll.movedCents[movement.class] += movement.cents
  if (movement.adjusts !== null) roll.adjustedCents += movement.cents
}
