/** Pure. Descriptions of every named schema; a schema without one does not compile. */
import type { AttemptStatus, ItemSettlement, OrderStatus } from '../order.ts'
import type { SchemaName } from './named-schemas.ts'
import { attemptStates, itemStates, orderStates, orderWords } from './words/order-words.ts'
import { scalarWords } from './words/scalar-words.ts'
import type { SchemaWords } from './words/schema-words-shape.ts'
import { vehicleWords } from './words/vehicle-words.ts'
import { stateList } from './words/word-list.ts'

/** States that may follow each state. The service passes them in: the contract has no moves. */
export interface StateMoves {
  readonly order: Readonly<Record<OrderStatus, readonly OrderStatus[]>>
  readonly attempt: Readonly<Record<AttemptStatus, readonly AttemptStatus[]>>
  readonly item: Readonly<Record<ItemSettlement, readonly ItemSettlement[]>>
}

const UNSURE = 'an unknown one means neither paid nor unpaid; ask a person before you pay again.'

export function schemaWords(moves: StateMoves): Readonly<Record<SchemaName, SchemaWords>> {
  return {
    ...scalarWords,
    ...vehicleWords,
    ...orderWords,
    OrderStatus: {
      description: stateList('Where an order stands.', orderStates, moves.order, UNSURE),
    },
    AttemptStatus: {
      description: stateList('Where an attempt stands.', attemptStates, moves.attempt, UNSURE),
    },
    ItemSettlement: {
      description: stateList('Where an ordered debt stands.', itemStates, moves.item, UNSURE),
    },
  }
}
