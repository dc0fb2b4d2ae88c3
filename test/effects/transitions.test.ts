import { expect, test } from 'vitest'
import { assertMove, mayMove } from '../../src/effects/transitions.ts'
import { ALL_MOVES, ALLOWED_MOVES, moveName } from './allowed-moves.ts'

test('each kind of effect may make exactly the moves that its table allows', () => {
  const allowed = ALL_MOVES.filter(({ kind, from, to }) => mayMove(kind, from, to)).map(moveName)
  expect(new Set(allowed)).toEqual(ALLOWED_MOVES)
})

test('a move that the table forbids throws before the ledger is asked', () => {
  expect(() => assertMove('order', 'in-doubt', 'planned')).toThrow('order: in-doubt -> planned')
  expect(() => assertMove('order', 'held', 'planned')).not.toThrow()
})
