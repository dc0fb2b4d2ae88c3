/** Judges what comes to be at the service, and what is paid there. */
import { isDead } from '../service/order-life.ts'
import { sharesDebt, type Watch } from '../service/service.ts'
import { byUs, isAmbiguous } from '../service/state.ts'
import type { AnsweredItem, MadeBy, RemoteOrder, ServiceState } from '../service/state.ts'
import type { RequestJudge } from './requests.ts'
import type { Rule } from './rules.ts'

export interface ThingJudgeTools {
  readonly state: ServiceState
  readonly requests: RequestJudge
  readonly nowMs: () => number
  readonly broken: (rule: Rule, what: string) => void
  /** More than one where nobody could have known. */
  readonly undecidable: () => void
  readonly log: (line: string) => void
}

export interface ThingJudge extends Watch {
  paid(order: RemoteOrder): void
}

export function openThingJudge(tools: ThingJudgeTools): ThingJudge {
  const { state, requests, log } = tools
  const paid: RemoteOrder[] = []

  const requestOf = (by: MadeBy) => (by === 'others' ? undefined : requests.sent(by.request))

  /** One request may be delivered twice; a late one may come after every look-up. */
  function judge(
    kind: string,
    made: { by: MadeBy; items?: readonly AnsweredItem[] | null },
    others: readonly { by: MadeBy }[],
  ): void {
    const own = requestOf(made.by)
    if (own === undefined) return
    for (const other of others) {
      const before = requestOf(other.by)
      if (before === undefined || before.number === own.number) continue
      const isUnclear = 'items' in made && isAmbiguous(state, made.items ?? [])
      if (own.tooLate || before.tooLate || isUnclear) tools.undecidable()
      else tools.broken('one-per-key', `a second ${kind}, by request ${own.number}`)
      return
    }
  }

  return {
    vehicle: (vehicle) => {
      log(`made vehicle ${vehicle.renavam}`)
      judge(
        'vehicle',
        vehicle,
        state.vehicles.filter((other) => other !== vehicle && other.renavam === vehicle.renavam),
      )
    },
    consultation: (consultation) => {
      log(`made consultation of ${consultation.vehicle.renavam}`)
      const { by } = consultation
      const key = by === 'others' ? undefined : requests.effectOf(by.request)?.key
      judge(
        'consultation',
        consultation,
        state.consultations.filter((other) => {
          if (other === consultation || other.by === 'others') return false
          return requests.effectOf(other.by.request)?.key === key
        }),
      )
    },
    order: (order) => {
      log(`made order of ${order.totalCents} for ${order.vehicle.renavam}`)
      const live = state.orders.filter((other) => other !== order && byUs(other))
      judge(
        'order',
        order,
        live.filter(
          (other) => !isDead(other, tools.nowMs()) && sharesDebt(other.items, order.items),
        ),
      )
    },
    paid: (order) => {
      log(`paid order of ${order.totalCents}`)
      const twice = paid.some((other) => sharesDebt(other.items, order.items))
      if (twice && isAmbiguous(state, order.items)) tools.undecidable()
      else if (twice) tools.broken('paid-once', 'a debt was paid twice')
      paid.push(order)
    },
  }
}
