/** Pure. Says which open orders were not read, why, how old the data is, and what to do. */
import { instant } from '../../clock.ts'
import { duration } from '../duration.ts'
import type { Output } from '../output.ts'
import { shortTime } from '../short-time.ts'
import type { OrdersRead } from './read-open-orders.ts'

/** Undefined when every open order was read. */
export function ordersReadWords(
  { left, problem, stored, ordersMax, at }: OrdersRead,
  output: Output,
  zone: string,
): string | undefined {
  const { orders, oldestReadAt } = left
  if (orders === 0 || oldestReadAt === null) return undefined
  const { say, locale } = output
  const isOne = orders === 1
  const since = shortTime(oldestReadAt, output, zone)
  const age = duration(at.getTime() - oldestReadAt.getTime(), output)
  const short =
    ordersMax === undefined
      ? say('o tempo para isso acabou.', 'the time for it was up.')
      : say(`leem-se ${ordersMax} de uma vez.`, `${ordersMax} are read at a time.`)
  const cause = stored
    ? say('assim foi pedido (--stored).', 'that was asked for (--stored).')
    : (problem?.in(locale) ?? short)
  const why = `: ${cause}`
  return say(
    (isOne
      ? `1 pedido em aberto não foi lido no serviço agora${why}`
      : `${orders} pedidos em aberto não foram lidos no serviço agora${why}`) +
      ` O que se sabe ${isOne ? 'dele' : 'deles'} é de ${since} (há ${age}), e ` +
      `${isOne ? 'pode já estar pago' : 'podem já estar pagos'}: nenhum código é mostrado. ` +
      'Antes de pagar: frota orders refresh',
    (isOne
      ? `1 open order was not read at the service now${why}`
      : `${orders} open orders were not read at the service now${why}`) +
      ` What is known of ${isOne ? 'it' : 'them'} is from ${since} (${age} ago), and ` +
      `${isOne ? 'it' : 'they'} may be paid already: no code is shown. ` +
      'Before paying: frota orders refresh',
  )
}

export function ordersReadObject({ read, left, problem, stored }: OrdersRead, { locale }: Output) {
  const { orders: unread, oldestReadAt } = left
  return {
    read,
    unread,
    oldestReadAt: oldestReadAt === null ? null : instant(oldestReadAt.getTime()),
    problem: problem === undefined ? null : { code: problem.code, words: problem.in(locale) },
    stored,
  }
}
