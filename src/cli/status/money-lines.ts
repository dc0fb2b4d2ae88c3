/** Pure. That no money may leave now: since when, why, and what ends it, as lines. */
import type { MoneyBlock } from '../../ledger/money-blocks.ts'
import type { Output } from '../output.ts'
import { time } from '../run/stage-lines.ts'
import { OTHER_ACCOUNTS } from '../run/money-gate.ts'
import { effectReason } from '../words.ts'

export function moneyLines(block: MoneyBlock | undefined, output: Output, zone: string): string[] {
  if (block === undefined) return []
  const { say, locale } = output
  const { why, since, tries, ordersRead, problem } = block
  const last =
    problem === null
      ? ''
      : say(`; a última não terminou (${problem})`, `; the last failed (${problem})`)
  const cure = say(
    '  Faltam os pedidos de outras contas de FROTA_FLEETS_FILE: execute frota nightly sem --fleet.',
    '  Orders of other accounts of FROTA_FLEETS_FILE are missing: run frota nightly without --fleet.',
  )
  return [
    `${say('Dinheiro bloqueado desde', 'Money is blocked since')} ${time(since, output, zone)}: ` +
      effectReason(why, locale),
    say(
      `  até que todos os pedidos do serviço sejam lidos, no começo da próxima execução ` +
        `(${ordersRead} lidos em ${tries} tentativas${last}). Não peça nem pague à mão até lá.`,
      `  until every order of the service was read, at the beginning of the next run ` +
        `(${ordersRead} read in ${tries} tries${last}). Do not order or pay by hand until then.`,
    ),
    ...(problem === OTHER_ACCOUNTS ? [cure] : []),
  ]
}
