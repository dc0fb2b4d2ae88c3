/** `frota orders free ORDER`: after a refund, a person lets its debts be ordered again. */
import { isUuid } from '../../contract/scalar.ts'
import type { Bilingual } from '../../bilingual.ts'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { freeRefunded, type Freed } from '../../reconciliation/orders/following/free-refunded.ts'
import type { CommandContext } from '../context.ts'
import type { Output } from '../../app/output.ts'
import { givenReason } from '../../app/given-reason.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { orderStatusesFrom } from '../../app/order-statuses-file.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'

export async function run(context: CommandContext): Promise<void> {
  const { output, config, words, flags } = context
  const orderId = (words[0] ?? '').toLowerCase()
  const reason = givenReason(flags['reason'])
  if (!isUuid(orderId) || reason === '') throw new Failure('usage', INCOMPLETE)
  await withFleet(context, async ({ stores }, fleet) => {
    const statuses = orderStatusesFrom(config)
    const tools = { ...stores, statuses, clock: wallClock, fleetId: fleet.id }
    const person = decidingPerson(config).name
    const freed = await freeRefunded(tools, { orderId, person, reason })
    if (!freed.freed) throw refused(freed.why)
    output.line(said(freed.debts, output))
    output.object({ order: orderId, debts: freed.debts })
  })
}

function said(debts: number, { say }: Output): string {
  if (debts === 1) {
    return say(
      '1 débito liberado: a próxima consulta pode propô-lo de novo.',
      '1 debt is free: the next consultation may propose it again.',
    )
  }
  return say(
    `${debts} débitos liberados: a próxima consulta pode propô-los de novo.`,
    `${debts} debts are free: the next consultation may propose them again.`,
  )
}

const INCOMPLETE = {
  pt: 'Diga o pedido e por quê: frota orders free PEDIDO --reason "o órgão recusou por …"',
  en: 'Name the order and why: frota orders free ORDER --reason "the authority refused since …"',
}

const REFUSALS = {
  unknown: {
    pt: 'Nenhum pedido desta frota é esse; veja: frota orders',
    en: 'No order of this fleet is that one; see: frota orders',
  },
  'not-refunded': {
    pt: 'O serviço não devolveu nada deste pedido; seus débitos ficam nele.',
    en: 'The service gave nothing of this order back; its debts stay in it.',
  },
  'freed-before': {
    pt: 'Os débitos deste pedido já foram liberados.',
    en: 'The debts of this order were set free before.',
  },
} as const satisfies Record<Extract<Freed, { freed: false }>['why'], Bilingual>

function refused(why: keyof typeof REFUSALS): Failure {
  return new Failure('usage', REFUSALS[why])
}
