import { describe, expect, test } from 'vitest'
import { saidOn } from '../../src/cli/orders/resolve-flags.ts'
import { willDo } from '../../src/app/orders/case-words.ts'
import { refusalSentence } from '../../src/cli/orders/resolve-words.ts'
import {
  choicesOf,
  mayAccept,
  outcomeOf,
} from '../../src/reconciliation/orders/resolving/resolve-choices.ts'
import type {
  CaseKind,
  ChoiceName,
} from '../../src/reconciliation/orders/resolving/resolve-choices.ts'
import { MISMATCHES } from '../../src/reconciliation/orders/order-reasons.ts'
import { mayMove } from '../../src/effects/transitions.ts'

const ID = '00000000-0000-4000-8000-00000000000A'
const KINDS: readonly CaseKind[] = ['order', 'pay', 'register', 'consult', 'gate']
const CHOICES: readonly ChoiceName[] = ['adopt', 'none', 'different', 'paid', 'not-paid']

describe('what is said on the command line', () => {
  test('is one choice with its reason', () => {
    expect(saidOn({})).toBeUndefined()
    expect(saidOn({ adopt: ID, reason: ' seen at the service ' })).toEqual({
      choice: { choice: 'adopt', orderId: ID.toLowerCase(), accept: undefined },
      reason: 'seen at the service',
    })
    expect(saidOn({ 'not-paid': true, reason: 'x' })?.choice).toEqual({ choice: 'not-paid' })
  })

  test('shows no document of a person, nor a part of one where a long reason is cut', () => {
    const reason = `${'x'.repeat(290)} 529.982.247-25 said so`
    expect(saidOn({ none: true, reason })?.reason).not.toMatch(/529/)
  })

  test.each([
    ['no reason', { none: true }, '--reason'],
    ['an empty reason', { none: true, reason: '  ' }, '--reason'],
    ['two choices', { none: true, paid: true, reason: 'x' }, 'one only'],
    ['no order', { adopt: 'ABC1D23', reason: 'x' }, 'UUID'],
    ['an unknown mismatch', { adopt: ID, 'accept-mismatch': 'x', reason: 'x' }, 'total-differs'],
    ['what nobody may accept', { adopt: ID, 'accept-mismatch': 'other-items', reason: 'x' }, 'one'],
  ])('%s is refused with the cure', (_name, flags, cure) => {
    expect(() => saidOn(flags)).toThrow(cure)
  })
})

describe('the table of choices', () => {
  test('moves an effect only where the engine lets a person move it', () => {
    for (const kind of ['order', 'pay', 'register', 'consult'] as const) {
      for (const choice of choicesOf(kind)) {
        const to = outcomeOf(kind, choice)?.to
        for (const from of ['quarantined', 'needs-person'] as const) {
          expect(to !== undefined && mayMove(kind, from, to)).toBe(true)
        }
      }
    }
  })

  test('offers what fits the case and nothing else', () => {
    const offered = KINDS.map((kind) => CHOICES.filter((choice) => outcomeOf(kind, choice)))
    expect(offered).toEqual([
      ['adopt', 'none', 'different'],
      ['paid', 'not-paid'],
      ['none'],
      ['none'],
      ['adopt'],
    ])
  })

  test('an order of another vehicle or of other debts is never accepted', () => {
    expect(MISMATCHES.filter((mismatch) => !mayAccept(mismatch))).toEqual([
      'other-vehicle',
      'other-items',
    ])
  })

  test('each choice and each refusal has words in both languages', () => {
    const choice = { choice: 'none' } as const
    for (const kind of KINDS) {
      expect(willDo({ kind }, choice, 'pt-BR')).not.toBe(willDo({ kind }, choice, 'en'))
    }
    const { pt, en } = refusalSentence({ why: 'matches-exist', about: ID })
    expect([pt, en].every((text) => text.includes(ID) && !text.includes('{'))).toBe(true)
  })
})
