import { describe, expect, test } from 'vitest'
import type { EffectKind } from '../../../src/ledger/effects/effects.ts'
import { MISMATCHES } from '../../../src/reconciliation/orders/order-reasons.ts'
import {
  advice,
  adviceKey,
  gateAdviceKey,
} from '../../../src/reconciliation/reports/words/advice.ts'
import type { HeldState } from '../../../src/reconciliation/reports/words/advice.ts'
import { exceptionLine } from '../../../src/reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../../src/reconciliation/reports/words/reports.ts'
import { memoryException } from './memory-source.ts'

const LOCALES = ['pt-BR', 'en'] as const
const KINDS: readonly EffectKind[] = ['register', 'consult', 'order', 'pay']
const STATES: readonly HeldState[] = ['in-doubt', 'held', 'quarantined', 'needs-person']
const BLOCKS = ['order-holds-debt', 'order-holds-kin', 'order-hides-items'] as const
const ID = '00000000-0000-4000-8000-00000000000a'

describe('each ending of the protocol', () => {
  const cases = KINDS.flatMap((kind) => STATES.map((state) => [kind, state] as const))

  test.each(cases)(
    '%s %s has a sentence that says what to do, in both languages',
    (kind, state) => {
      for (const locale of LOCALES) {
        const said = advice(messagesOf(locale), adviceKey({ kind, state, reason: 'status 500' }))
        expect(said).toMatch(/\S{3,}.*\.$/)
        expect(said).not.toContain('{')
      }
    },
  )

  test('what may cost money says what must not be done meanwhile', () => {
    const forbids = /não (pague|faça|peça)|quem paga dois/i
    for (const kind of ['order', 'pay'] as const) {
      for (const state of STATES) {
        const key = adviceKey({ kind, state, reason: null })
        expect(advice(messagesOf('pt-BR'), key)).toMatch(forbids)
      }
    }
  })

  test('what only a person moves on names the command', () => {
    for (const kind of KINDS) {
      for (const state of ['quarantined', 'needs-person'] as const) {
        const said = advice(messagesOf('en'), adviceKey({ kind, state, reason: null }))
        expect(said).toContain('`frota orders resolve`')
      }
    }
  })
})

describe('each reason of an order', () => {
  test.each([...BLOCKS, ...MISMATCHES])('%s has a sentence of its own', (reason) => {
    const general = adviceKey({ kind: 'order', state: 'quarantined', reason: 'several' })
    const key = adviceKey({ kind: 'order', state: 'quarantined', reason: `${reason}: ${ID}` })
    expect(key).not.toBe(general)
  })

  test.each(MISMATCHES)('%s shuts a gate with the same sentence', (reason) => {
    expect(gateAdviceKey(reason)).toBe(
      adviceKey({ kind: 'order', state: 'quarantined', reason: `${reason}: ${ID}` }),
    )
  })

  test('a code that failed its checks, and a payment in doubt, have theirs', () => {
    expect(gateAdviceKey('pix-amount')).toBe('wrong-code')
    expect(gateAdviceKey('payment-in-doubt')).toBe('card-in-doubt')
    expect(gateAdviceKey(null)).toBe('wrong-code')
    // Nothing is to be said about it, so it says when it ends.
    expect(messagesOf('en').advice['wrong-code']).toMatch(
      /leaves this list once the code reads right/,
    )
  })
})

describe('a report', () => {
  const context = {
    texts: messagesOf('en'),
    locale: 'en',
    endedAt: '2026-11-21T12:00:00Z',
    zone: 'America/Sao_Paulo',
  } as const

  test('tells a held order when it is looked up next, and its age', () => {
    const detail = 'not found: looked up again in a later run'
    const since = '2026-11-18T10:00:00Z'
    const held = memoryException({ code: 'order-held', effect: 'order', detail, since })
    const line = exceptionLine({ ...held, lookUpAt: '2026-11-21T15:30:00Z' }, context)
    expect(line.sentence).toContain('It is looked up again: 2026-11-21 12:30')
    expect(line.ageDays).toBe(3)
    expect(exceptionLine(held, context).sentence).toContain('in a moment')
  })

  test('names the orders among which a person chooses', () => {
    const detail = `2 at the service may be this one: ${ID}, ${ID.replace('a', 'b')}`
    const several = memoryException({ code: 'order-quarantined', effect: 'order', detail })
    const { sentence } = exceptionLine(several, context)
    expect(sentence).toContain(ID)
    expect(sentence).toContain('do not pay the others')
  })
})
