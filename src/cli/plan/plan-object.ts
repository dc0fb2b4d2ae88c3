/** Pure. A plan as scripts read it. */
import { instant } from '../../clock.ts'
import type { Outlook } from '../../reconciliation/consultations/make-outlook.ts'
import type { ForClose } from './for-close.ts'
import type { Plan } from './plan-lines.ts'
import { waitingOf } from '../../app/plan/read-plan.ts'

export function planObject(plan: Plan) {
  const { backlog, budgets, window, outlook, unbroken, oneMore, orders, nowMs } = plan
  const [tonight, tomorrow] = outlook.nights
  const waiting = waitingOf(backlog)
  const fits = tonight?.asked ?? 0
  const nightly = window !== undefined
  return {
    fleet: plan.fleet,
    at: instant(nowMs),
    zone: plan.zone,
    window: window === undefined ? null : { from: window.from ?? null, ...window.end },
    campaign: { open: backlog.openedAt !== null, openedAt: backlog.openedAt },
    waiting,
    unregistered: backlog.unregistered,
    underWay: backlog.underWay,
    sharedWith: plan.sharedWith,
    credentials: budgets.consultations.map(({ bucket, max, free }) => ({
      bucket: bucket === '' ? null : bucket,
      perHour: max,
      free,
    })),
    latencyMs: budgets.latencyMs,
    tonight: {
      from: tonight === undefined ? null : instant(tonight.startMs),
      until: tonight === undefined ? null : instant(tonight.endMs),
      fits,
      carriesOver: waiting - fits,
    },
    finish: finishes(outlook, unbroken, nightly),
    nights: outlook.nights.map(({ startMs, endMs, asked }) => ({
      from: instant(startMs),
      until: instant(endMs),
      asked,
    })),
    oneMoreNight: { fits: fits + (tomorrow?.asked ?? 0), adds: tomorrow?.asked ?? 0 },
    oneMoreCredential: {
      fits: oneMore.outlook.nights[0]?.asked ?? 0,
      finish: finishes(oneMore.outlook, oneMore.unbroken, nightly),
    },
    orders: {
      waiting: orders.waiting,
      fits: orders.outlook.nights[0]?.asked ?? 0,
      finish: at(orders.outlook),
    },
    forClose: plan.close === null ? null : closeObject(plan.close),
    vehicles: backlog.vehicles.map(({ vehicleId, plate }, index) => {
      const ask = outlook.asks[index]
      return {
        rank: index + 1,
        plate,
        vehicleId,
        asksAt: ask === undefined ? null : instant(ask.atMs),
        night: ask?.night ?? null,
      }
    }),
  }
}

function finishes(outlook: Outlook, unbroken: Outlook, nightly: boolean) {
  return {
    roundTheClock: at(unbroken),
    nightly: nightly ? at(outlook) : null,
    nights: nightly ? outlook.nights.length : null,
  }
}

function at({ finishedAtMs }: Pick<Outlook, 'finishedAtMs'>): string | null {
  return finishedAtMs === null ? null : instant(finishedAtMs)
}

function closeObject({ day, days, waiting, suffices, finishedAtMs }: ForClose) {
  return { day, days, waiting, suffices, finish: at({ finishedAtMs }) }
}
