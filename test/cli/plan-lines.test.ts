/** A plan for people and for scripts, from given figures: orders, other fleets, and no end in sight. */
import { describe, expect, test } from 'vitest'
import { openOutput } from '../../src/cli/output.ts'
import { planLines, type Plan } from '../../src/cli/plan/plan-lines.ts'
import { planObject } from '../../src/cli/plan/plan-object.ts'
import type { ForecastBucket } from '../../src/reconciliation/consultations/forecast.ts'
import { freshBucket, makeOutlook } from '../../src/reconciliation/consultations/make-outlook.ts'
import { nightsOf, type NightlyWindow } from '../../src/reconciliation/consultations/plan-nights.ts'

const NOW_MS = Date.UTC(2026, 0, 15)
const HOUR_MS = 3_600_000
const terminal = { write: () => true }
const pt = openOutput(terminal, { json: false, locale: 'pt-BR' })
const en = openOutput(terminal, { json: false, locale: 'en' })

const unused = { free: 20, used: 0, nextFreeAtMs: NOW_MS, freeAtsMs: [], throttles: 0 }
const bucket: ForecastBucket = {
  bucket: 'b/c',
  nowMs: NOW_MS,
  max: 20,
  holdMs: HOUR_MS + 5_000,
  ...unused,
}
const input = { nowMs: NOW_MS, latencyMs: 500 }

function planOf(waiting: number, window?: NightlyWindow, changes: Partial<Plan> = {}): Plan {
  const nights = () => (window === undefined ? {} : { nights: nightsOf(window, NOW_MS) })
  const outlooks = (buckets: ForecastBucket[]) => ({
    outlook: makeOutlook({ ...input, ...nights(), waiting, buckets }),
    unbroken: makeOutlook({ ...input, waiting, buckets }),
  })
  const vehicles = Array.from({ length: waiting }, (_, at) => ({
    vehicleId: String(at),
    plate: `ABC${1000 + at}`,
  }))
  return {
    fleet: 'principal',
    nowMs: NOW_MS,
    zone: 'UTC',
    window,
    backlog: {
      openedAt: null,
      vehicles,
      unregistered: 0,
      underWay: 0,
      askable: 9,
      servedAtMs: null,
    },
    budgets: { consultations: [bucket], orders: bucket, latencyMs: 500 },
    sharedWith: [],
    close: null,
    ...outlooks([bucket]),
    oneMore: outlooks([bucket, freshBucket(bucket)]),
    orders: { waiting: 0, outlook: makeOutlook({ ...input, waiting: 0, buckets: [bucket] }) },
    ...changes,
  }
}

const orders = (waiting: number): Plan['orders'] => ({
  waiting,
  outlook: makeOutlook({ ...input, waiting, buckets: [{ ...bucket, max: 30 }] }),
})

describe('for people', () => {
  test('orders that are due have their own line, also when nothing else waits', () => {
    const busy = planLines(planOf(3, undefined, { orders: orders(70) }), pt, false)
    expect(busy.at(-1)).toBe(
      'Pedidos                cabem todos os 70 · o último por volta de 15/01, 02:00',
    )
    const idle = planLines(planOf(0, undefined, { orders: orders(1) }), en, false)
    expect(idle).toEqual([
      'Nothing to ask now: no answer is stale and no vehicle waits.',
      'Orders                 it fits · the last about 01/15, 12:00 AM',
    ])
  })

  test('what was asked and waits is not called finished', () => {
    const backlog = { ...planOf(0).backlog, underWay: 7 }
    expect(planLines(planOf(0, undefined, { backlog }), pt, false)).toEqual([
      'Nada mais a consultar: 7 já consultados aguardam a resposta, sem gastar vagas.',
    ])
  })

  test('other fleets that use the slots are named', () => {
    const lines = planLines(
      planOf(3, undefined, { sharedWith: [{ fleet: 'sul', waiting: 5 }] }),
      en,
      false,
    )
    expect(lines[1]).toBe('The slots are taken in turn with other fleets: sul (5)')
  })

  test('nights that cannot hold the backlog have no end', () => {
    const minute = { zone: 'UTC', end: { forMs: 1 } }
    const lines = planLines(planOf(30_000, minute), pt, false)
    expect(lines.find((line) => line.startsWith('Só nas noites'))).toContain('não termina em dez')
    expect(lines.find((line) => line.startsWith('Sem pausa'))).toContain('fim por volta de')
  })

  test('all rows are shown when they are asked for, and no line is wider than a terminal', () => {
    const nights = { zone: 'UTC', from: '22:00', end: { until: '05:30' } }
    for (const output of [pt, en]) {
      const lines = planLines(planOf(500, nights), output, true)
      expect(lines.filter((line) => /ABC1\d\d\d/.test(line))).toHaveLength(500)
      expect(lines.filter((line) => line.length > 120)).toEqual([])
    }
  })
})

describe('for scripts', () => {
  test('in nights both ends are there, and every vehicle has its night', () => {
    const object = planObject(planOf(150, { zone: 'UTC', end: { forMs: 2 * HOUR_MS } }))
    expect(object.tonight).toMatchObject({ fits: 40, carriesOver: 110 })
    expect(object.nights.map(({ asked }) => asked)).toEqual([40, 40, 40, 30])
    expect(object.finish.nights).toBe(4)
    expect(object.oneMoreNight).toEqual({ fits: 80, adds: 40 })
    expect(object.oneMoreCredential.fits).toBe(80)
    expect(object.vehicles.map(({ night }) => night).slice(38, 42)).toEqual([1, 1, 2, 2])
    expect(object.window).toEqual({ from: null, forMs: 2 * HOUR_MS })
  })

  test('without nights only the end without a pause is there', () => {
    const { finish, window } = planObject(planOf(10))
    expect(window).toBeNull()
    expect(finish).toEqual({
      roundTheClock: new Date(NOW_MS + 1_500).toISOString(),
      nightly: null,
      nights: null,
    })
  })
})
