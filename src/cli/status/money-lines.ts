/** Pure. Lines about the progress of the reading of orders that ends a block of money. */
import type { MoneyBlock } from '../../ledger/effects/money-blocks.ts'
import type { Output } from '../../app/output.ts'
import { OTHER_ACCOUNTS } from '../../app/run/money-gate.ts'

export function moneyLines(block: MoneyBlock | undefined, { say }: Output): string[] {
  if (block === undefined) return []
  const { tries, ordersRead, problem } = block
  const last =
    problem === null
      ? ''
      : say(`; a última não terminou (${problem})`, `; the last failed (${problem})`)
  const cure = say(
    '  Faltam os pedidos de outras contas de FROTA_FLEETS_FILE: execute frota nightly sem --fleet.',
    '  Orders of other accounts of FROTA_FLEETS_FILE are missing: run frota nightly without --fleet.',
  )
  return [
    say(
      `Dinheiro bloqueado: ${ordersRead} pedidos lidos em ${tries} tentativas${last}.`,
      `Money is blocked: ${ordersRead} orders read in ${tries} tries${last}.`,
    ),
    ...(problem === OTHER_ACCOUNTS ? [cure] : []),
  ]
}
