/** Pure. What the ledger keeps of the bank, as matching takes it. */
import { plainDay } from '../../../clock.ts'
import type { BankFacts, OrderMoney } from '../../../ledger/books/bank-lines.ts'
import type { Closure, OurMovement } from './bank-row.ts'
import type { MatchInput } from './match-statement.ts'

const CLOSING: readonly Closure['class'][] = ['matched', 'refund', 'date-differs', 'amount-differs']

export function matchInput(
  { lines, money, closures }: BankFacts,
  { zone, today }: { readonly zone: string; readonly today: string },
): MatchInput {
  return {
    lines: lines.map(({ identity, day, cents, memo, reference }) => ({
      key: identity,
      day,
      cents,
      texts: [memo, reference],
    })),
    ours: money.map((each) => movementOf(each, zone)),
    kept: closures.flatMap(({ how, lines: lineKeys, movements, class: name }): Closure[] => {
      const known = CLOSING.find((each) => each === name)
      if (how === 'person' || known === undefined) return []
      return [{ class: known, by: how, lineKeys, ourIds: movements.map(String) }]
    }),
    words: closures
      .filter(({ how }) => how === 'person')
      .flatMap(({ lines: keys, movements }) =>
        keys.map((lineKey) => ({ lineKey, ourIds: movements.map(String) })),
      ),
    today,
  }
}

function movementOf(money: OrderMoney, zone: string): OurMovement {
  const { seq, orderId, event, cents, codes } = money
  const day = plainDay((money.occurredAt ?? money.seenAt).getTime(), zone)
  const common = { id: String(seq), orderId, day, cents: cents < 0n ? -cents : cents }
  const takesBack = cents < 0n
  if (event !== 'paid' && !takesBack) return { kind: 'refund', ...common }
  return { kind: 'payment', ...common, txids: codes, takesBack }
}
