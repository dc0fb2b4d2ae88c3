/** Part 8, the two limits of the hour: tried last, and only with `--limits`. */
import { CONSULTATIONS_PER_HOUR, ORDER_REQUESTS_PER_HOUR } from '../../contract/limits.ts'
import type { Counted, Tally } from '../budget.ts'
import { textAt } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import { differs, every, holds, unknown, unless } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { isSuccess } from '../judge.ts'
import { cardBody, payCard } from '../scenes/payments.ts'
import { cardOrder, choice, ORDERS, pixOrder, place } from '../scenes/orders.ts'
import { consultationsSpent, ordersSpent, windowKinds } from '../scenes/hour.ts'
import type { Spent } from '../scenes/hour.ts'
import { notePageSize } from '../scenes/lists.ts'
import { plainVehicle, VEHICLES } from '../scenes/vehicles.ts'
import type { Scene, Session } from '../session.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'

const TOO_MANY = 429

/** The hour ends when as many were sent as it holds, and not before as many were accepted. */
function endsAt(max: number, { tally, last }: Spent): Finding {
  const { accepted } = tally
  const sent = accepted + tally.malformed + tally.refused
  if (accepted > max) return differs(`${max}, 429`, `${accepted} accepted`)
  if (last.status !== TOO_MANY) {
    return unknown('o limite não foi alcançado', 'the limit was not reached')
  }
  if (sent >= max) return holds
  return unknown(
    `429 depois de ${sent}: a hora já tinha sido usada antes, ou o limite é menor`,
    `429 after ${sent}: the hour had been used before, or the limit is lower`,
  )
}

/** Which of the refused requests must have counted, for the hour to end where it did. */
function refusedThatCount(max: number, { accepted, malformed, refused }: Tally): string {
  if (malformed + refused === 0) return 'unknown'
  const kinds = [
    ['none', accepted],
    ['well-formed ones', accepted + refused],
    ['all', accepted + refused + malformed],
  ] as const
  const fitting = kinds.filter(([, counted]) => counted === max).map(([kind]) => kind)
  return fitting.length === 0 ? 'unknown' : fitting.join(' | ')
}

function limitStatementsOf(
  kind: Counted,
  max: number,
  scene: Scene<Spent>,
  words: { readonly pt: string; readonly en: string },
): Statement[] {
  return [
    statement(
      `8.${kind}.hour`,
      words.pt,
      words.en,
      given(scene, (spent, session) => {
        learn(session, kind, max, spent)
        return endsAt(max, spent)
      }),
    ),
    statement(
      `ours.8.${kind}.429`,
      `Limite excedido (${kind}): 429 com Retry-After em segundos inteiros e detail`,
      `Exceeded limit (${kind}): 429 with Retry-After in whole seconds and a detail`,
      given(scene, ({ last }) => saysWhen(last)),
    ),
  ]
}

function learn({ learned }: Session, kind: Counted, max: number, spent: Spent): void {
  const { last, tally } = spent
  if (last.status === null || last.status < 400) return
  learned.note('limit_status', last.status, `POST ${kind}`)
  const wait = last.headers['retry-after']
  learned.note('retry_after', wait ?? '-', `POST ${kind}`)
  if (wait !== undefined && /^\d+$/.test(wait)) {
    const kinds = windowKinds(spent, max, Number(wait) * 1_000)
    learned.note('window_kind', kinds, `Retry-After ${wait}`)
  }
  const counted = refusedThatCount(max, tally)
  // Only among the orders are both kinds of refusals.
  if (kind === 'orders' && counted !== 'unknown') {
    learned.note('refused_requests_count', counted, `POST ${kind} until ${last.status}`)
  }
}

function saysWhen(last: Exchange): Finding {
  if (last.status !== TOO_MANY) return unknown('nenhum 429 foi visto', 'no 429 was seen')
  const wait = last.headers['retry-after'] ?? '-'
  const detail = textAt(last.json, 'detail') ?? ''
  return every([
    unless(/^[1-9]\d{0,3}$/.test(wait), 'Retry-After: seconds', `Retry-After: ${wait}`),
    unless(detail !== '', 'detail: string', 'detail: -'),
  ])
}

/** Not counted: asked when the hour of the orders has ended. */
function freely(
  id: `8.${string}`,
  pt: string,
  en: string,
  send: (session: Session) => Promise<Exchange | undefined>,
): Statement {
  const check = given(ordersSpent, async ({ last }, session) => {
    if (last.status !== TOO_MANY) return unknown('nenhum 429 foi visto', 'no 429 was seen')
    const exchange = await send(session)
    if (exchange === undefined) return unknown('faltou um pedido', 'an order was lacking')
    const fine = exchange.status !== TOO_MANY && exchange.status !== null
    return unless(fine, 'not 429', String(exchange.status))
  })
  return statement(id, pt, en, check)
}

const preview = async (session: Session): Promise<Exchange | undefined> => {
  const chosen = await session.stage(choice)
  if (!chosen.ok) return undefined
  const body = { debt_item_ids: chosen.value.first.map(({ id }) => id) }
  return await session.send({ method: 'POST', path: '/api/v1/checkout/preview', body })
}

const renewal = async (session: Session): Promise<Exchange | undefined> => {
  const order = await session.stage(pixOrder)
  if (!order.ok) return undefined
  return await session.send({ method: 'POST', path: `${ORDERS}/${order.value.id}/pix` })
}

/** One more than twenty, which is a usual page, with those that the consultations needed. */
const MORE_VEHICLES = 3

/** By now the account has more vehicles than most services put on a page. */
const longList = async (session: Session): Promise<Exchange> => {
  for (let more = 0; more < MORE_VEHICLES; more += 1) await plainVehicle(session)
  const exchange = await session.send({ method: 'GET', path: VEHICLES })
  notePageSize(session, exchange)
  return exchange
}

/** The card's number fails its check digit: only the limit is asked about. */
const cardToo = given(ordersSpent, async ({ last }, session) => {
  if (last.status !== TOO_MANY) return unknown('nenhum 429 foi visto', 'no 429 was seen')
  const order = await session.stage(cardOrder)
  if (!order.ok) return unknown(order.why.pt, order.why.en)
  const number = session.cards?.approved ?? '4111111111111112'
  const answer = await payCard(session, order.value.id, cardBody(session, number))
  return unless(answer.status === TOO_MANY, '429', String(answer.status))
})

export const limitStatements: readonly Statement[] = [
  ...limitStatementsOf('consultations', CONSULTATIONS_PER_HOUR, consultationsSpent, {
    pt: `${CONSULTATIONS_PER_HOUR} consultas por hora e credencial, e depois 429`,
    en: `${CONSULTATIONS_PER_HOUR} consultations an hour for a credential, and then 429`,
  }),
  ...limitStatementsOf('orders', ORDER_REQUESTS_PER_HOUR, ordersSpent, {
    pt: `${ORDER_REQUESTS_PER_HOUR} pedidos e pagamentos com cartão por hora, e depois 429`,
    en: `${ORDER_REQUESTS_PER_HOUR} orders and card payments an hour, and then 429`,
  }),
  statement(
    '8.orders.together',
    'Pedidos e pagamentos com cartão contam juntos: pay-card também é recusado',
    'Orders and card payments count together: pay-card is refused too',
    cardToo,
  ),
  statement(
    '8.orders.again',
    'O limite continua excedido no pedido seguinte',
    'The limit is still exceeded at the next order',
    given(ordersSpent, async ({ last, items }, session) => {
      if (last.status !== TOO_MANY) return unknown('nenhum 429 foi visto', 'no 429 was seen')
      const answer = await place(session, items, 'pix')
      return unless(answer.status === TOO_MANY, '429', String(answer.status))
    }),
  ),
  freely('8.free.preview', 'A prévia não conta', 'A preview does not count', preview),
  freely('8.free.pix', 'POST pix não conta', 'POST pix does not count', renewal),
  freely('8.free.reads', 'Leituras não contam', 'Reads do not count', longList),
  statement(
    '4.rule.5.missing.later',
    'Regra 5: POST pix funciona para um pedido que nasceu sem código',
    'Rule 5: POST pix works for an order that was born without a code',
    given(ordersSpent, ({ renewed }) => {
      if (renewed !== undefined) return isSuccess(renewed)
      return unknown('todos os códigos vieram logo', 'every code came with its order')
    }),
  ),
]
