import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  Card,
  cvcProblem,
  expiryProblem,
  holderProblem,
  installmentsOf,
  numberProblem,
} from '../../../src/reconciliation/orders/paying/card.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const TODAY = '2026-11-21'

describe('what a person types of a card', () => {
  test.each([
    ['4111111111111111', undefined],
    ['4111 1111 1111 1111', undefined],
    [' 3782-822463-10005 ', undefined],
    ['4111111111111112', 'card-number-digit'],
    ['411111111111', 'card-number-length'],
    ['41111111111111111111', 'card-number-length'],
    ['4111x11111111111', 'card-number-length'],
    ['', 'card-number-length'],
  ])('number %j: %s', (typed, problem) => {
    expect(numberProblem(bytes(typed))).toBe(problem)
  })

  test.each([
    ['12/30', undefined],
    ['11/26', undefined],
    ['10/26', 'card-expired'],
    ['13/30', 'card-expiry'],
    ['1/30', 'card-expiry'],
    ['12/2030', 'card-expiry'],
  ])('expiry %j: %s', (typed, problem) => {
    expect(expiryProblem(bytes(typed), TODAY)).toBe(problem)
  })

  test.each([
    ['123', undefined],
    ['1234', undefined],
    ['12', 'card-cvc'],
    ['12345', 'card-cvc'],
    ['12a', 'card-cvc'],
  ])('code %j: %s', (typed, problem) => {
    expect(cvcProblem(bytes(typed))).toBe(problem)
  })

  test('holder and instalments', () => {
    expect(holderProblem(bytes(' JOSÉ DA SILVA '))).toBeUndefined()
    expect(holderProblem(bytes('  '))).toBe('card-holder')
    expect(holderProblem(bytes('x'.repeat(81)))).toBe('card-holder')
    expect(['', '1', ' 12 '].map(installmentsOf)).toEqual([1, 1, 12])
    const bad = ['0', '13', '1.5', '-1', '1e1', 'x'].map(installmentsOf)
    expect(new Set(bad)).toEqual(new Set(['card-installments']))
  })
})

describe('a card', () => {
  const typed = {
    number: bytes('4111 1111 1111 1111'),
    holder: bytes(' CANARIO DA SILVA '),
    expiry: bytes('12/30'),
    cvc: bytes('987'),
  }
  const card = new Card(typed)

  test('becomes the request’s body and nothing else', () => {
    expect(card.body(3)).toEqual({
      holder_name: 'CANARIO DA SILVA',
      number: '4111111111111111',
      expiry: '12/30',
      cvc: '987',
      installments: 3,
    })
    expect(card.lastDigits()).toBe('1111')
    const shown = [JSON.stringify({ card }), String(card), inspect(card), inspect({ card })]
    expect(shown.filter((text) => /4111|CANARIO|987/.test(text))).toEqual([])
  })

  test('is zeros once it was disposed of', () => {
    card[Symbol.dispose]()
    expect(Object.values(typed).flatMap((each) => [...each].filter((byte) => byte !== 0))).toEqual(
      [],
    )
  })
})
