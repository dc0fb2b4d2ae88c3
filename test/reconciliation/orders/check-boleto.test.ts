import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/order.ts'
import { factorOfDueDate, mod10, mod11Bank, parseBoleto } from '../../../src/fleet/boleto.ts'
import { checkBoleto } from '../../../src/reconciliation/orders/paying/check-boleto.ts'
import { orderFacts } from '../../../src/reconciliation/orders/placing/judge-order.ts'
import { defaultOrderStatuses } from '../../../src/reconciliation/orders/order-statuses.ts'
import { NOW_MS, order } from './order-samples.ts'

const ZONE = 'America/Sao_Paulo'
const TOTAL_CENTS = 109_90n
const DUE = '2026-03-12'
const DAY_MS = 24 * 3600 * 1000

type Fields = Record<string, string>

function bank(cents = TOTAL_CENTS, due: string | null = DUE): Fields {
  const factor = due === null ? 0 : factorOfDueDate(due)
  const rest = `${String(factor).padStart(4, '0')}${String(cents).padStart(10, '0')}${'7'.repeat(25)}`
  return fieldsOf(`0009${mod11Bank(`0009${rest}`)}${rest}`)
}

/** Of collection: value in reais, modulo 10. */
function collection(cents = TOTAL_CENTS, valueId = '6'): Fields {
  const rest = `${String(cents).padStart(11, '0')}${'5'.repeat(29)}`
  return fieldsOf(`82${valueId}${mod10(`82${valueId}${rest}`)}${rest}`)
}

function fieldsOf(barcode: string): Fields {
  const read = parseBoleto(barcode)
  if (!read.ok) throw new Error(`not a boleto: ${barcode}`)
  return { boleto_line: read.value.line, boleto_barcode: barcode }
}

function check(fields: Fields, nowMs = NOW_MS): ReturnType<typeof checkBoleto> {
  const attempt = { method: 'boleto', status: 'pending', ...fields }
  return checkBoleto(attempt, { totalCents: TOTAL_CENTS, nowMs, zone: ZONE })
}

describe('a boleto that holds', () => {
  test('is shown by both its numbers, with the end of its due day', () => {
    const { boleto_line: line, boleto_barcode: barcode } = bank()
    expect(check({ ...bank(), boleto_due_date: DUE })).toEqual({
      line,
      barcode,
      dueDate: DUE,
      expiresAt: new Date('2026-03-13T03:00:00Z'),
    })
  })

  test('may name its line alone, its barcode alone, with dots, or under other names', () => {
    const whole = check(bank())
    const { boleto_line: line = '', boleto_barcode: barcode = '' } = bank()
    const dotted = `${line.slice(0, 5)}.${line.slice(5, 10)} ${line.slice(10)}`
    const told: Fields[] = [
      { boleto_line: line },
      { boleto_barcode: barcode },
      { boleto_line: dotted, boleto_barcode: '' },
      { linha_digitavel: line, codigo_barras: barcode, vencimento: DUE },
      { digitable_line: dotted, due_date: `${DUE}T23:59:59-03:00` },
    ]
    for (const fields of told) expect(check(fields)).toEqual(whole)
  })

  test('of collection has its due date from whatever the service calls it, and from nothing else', () => {
    const told = (more: Fields): unknown => check({ ...collection(), ...more })
    expect(told({ vencimento: DUE })).toMatchObject({ dueDate: DUE })
    expect(told({ due_date: `${DUE}T23:59:59-03:00` })).toMatchObject({ dueDate: DUE })
    expect(told({ due_date: '2026-03-20', boleto_due_date: DUE })).toMatchObject({ dueDate: DUE })
    expect(told({ created_at: '2026-03-10' })).toMatchObject({ dueDate: null })
    expect(told({ due_note: 'soon' })).toMatchObject({ dueDate: null })
    expect(told({ vencimento: '2026-02-31' })).toBe('boleto-due-date')
  })

  test('of collection has its due date from the service, or none', () => {
    expect(check({ ...collection(), boleto_due_date: DUE })).toMatchObject({ dueDate: DUE })
    expect(check(collection())).toMatchObject({ dueDate: null, expiresAt: null })
  })

  test('reads its due date in the cycle that began in 2025, and in the one before', () => {
    expect(check(bank(TOTAL_CENTS, '2025-02-22'))).toMatchObject({ dueDate: '2025-02-22' })
    const before = Date.parse('2025-02-20T12:00:00Z')
    expect(check(bank(TOTAL_CENTS, '2025-02-21'), before)).toMatchObject({ dueDate: '2025-02-21' })
  })
})

describe('a boleto that is never shown', () => {
  const other = fieldsOf('00193373700000001000500940144816060680935031')

  test.each<[string, Fields]>([
    ['boleto-missing', {}],
    ['boleto-missing', { boleto_line: '', boleto_barcode: ' ' }],
    ['boleto-unreadable', { boleto_line: 'https://example.com/boleto.pdf' }],
    ['boleto-unreadable', { ...bank(), boleto_line: `${bank()['boleto_line']?.slice(0, -1)}9` }],
    ['boleto-unreadable', { linha: '1'.repeat(47) }],
    ['boleto-differs', { ...bank(), boleto_line: other['boleto_line'] ?? '' }],
    ['boleto-differs', { ...bank(), second_slip: collection()['boleto_line'] ?? '' }],
    ['boleto-amount', bank(TOTAL_CENTS + 1n)],
    ['boleto-amount', bank(0n)],
    ['boleto-amount', collection(TOTAL_CENTS - 1n)],
    ['boleto-amount', collection(TOTAL_CENTS, '7')],
    ['boleto-due-date', { ...bank(), boleto_due_date: '2026-03-13' }],
    ['boleto-due-date', { ...bank(), boleto_due_date: '2026-02-30' }],
  ])('%s', (why, fields) => {
    expect(check(fields)).toBe(why)
  })

  test('is any of which one digit is another', () => {
    const { boleto_line: line = '', boleto_barcode: barcode = '' } = bank()
    const digit = fc.integer({ min: 0, max: 9 }).map(String)
    fc.assert(
      fc.property(fc.constantFrom(line, barcode), fc.nat(46), digit, (text, at, other) => {
        fc.pre(at < text.length && text.charAt(at) !== other)
        const mutated = text.slice(0, at) + other + text.slice(at + 1)
        const name = text === line ? 'boleto_line' : 'boleto_barcode'
        expect(typeof check({ ...bank(), [name]: mutated })).toBe('string')
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the pay gate of an order by boleto', () => {
  const gate = (given: Partial<Order>, nowMs = NOW_MS) => {
    const attempt = { method: 'boleto', status: 'pending', ...bank() }
    const statuses = defaultOrderStatuses
    const made = order({ method: 'boleto', latest_attempt: attempt, ...given })
    return orderFacts(made, { mismatch: undefined, nowMs, zone: ZONE, statuses })
  }

  test('is open to the last moment of the due day, and then shut', () => {
    const { boletoExpiresAt, boletoLine } = gate({})
    const end = boletoExpiresAt?.getTime() ?? 0
    expect(boletoLine).toHaveLength(47)
    expect(gate({}, end - 1)).toMatchObject({ gate: 'open', gateReason: null })
    expect(gate({}, end)).toMatchObject({ gate: 'shut', gateReason: 'boleto-expired' })
    expect(gate({}, end + 30 * DAY_MS).gateReason).toBe('boleto-expired')
  })

  test.each<[string, Partial<Order>]>([
    ['not-awaiting-payment', { status: 'processing' }],
    ['not-awaiting-payment', { status: 'em_analise' }],
    ['attempt-ended', { latest_attempt: { method: 'boleto', status: 'failed', ...bank() } }],
    ['attempt-unknown', { latest_attempt: { method: 'boleto', status: 'odd', ...bank() } }],
    ['boleto-amount', { total_amount: '109.91' }],
  ])('is shut: %s', (why, given) => {
    expect(gate(given)).toMatchObject({ gate: 'shut', gateReason: why })
  })

  test('keeps nothing of a slip that failed a check', () => {
    const facts = gate({ total_amount: '109.91' })
    expect([facts.boletoLine, facts.boletoBarcode, facts.boletoDueDate]).toEqual(['', '', null])
  })
})

describe('the pay gate of an order by card', () => {
  const statuses = defaultOrderStatuses
  const gate = (given: Partial<Order>, paymentInDoubt = false) =>
    orderFacts(order({ method: 'credit_card', latest_attempt: null, ...given }), {
      mismatch: undefined,
      nowMs: NOW_MS,
      zone: ZONE,
      statuses,
      paymentInDoubt,
    })
  const attempt = (status: string): Partial<Order> => ({
    latest_attempt: { method: 'credit_card', status },
  })

  test.each(['pending', 'declined', 'failed'])('is open after an attempt that is %s', (status) => {
    expect(gate({}).gate).toBe('open')
    expect(gate(attempt(status)).gate).toBe('open')
  })

  test.each([
    ['attempt-ended', attempt('processing'), false],
    ['attempt-ended', attempt('paid'), false],
    ['attempt-unknown', attempt('odd'), false],
    ['not-awaiting-payment', { status: 'processing' }, false],
    ['payment-in-doubt', {}, true],
    ['payment-in-doubt', { status: 'expired' }, true],
  ])('is shut: %s', (why, given, inDoubt) => {
    expect(gate(given, inDoubt)).toMatchObject({ gate: 'shut', gateReason: why })
  })

  test('does not call an order dead whose card may have been charged', () => {
    expect(gate({ status: 'expired' }, true).standing).toBe('unknown')
    expect(gate({ status: 'expired' }).standing).toBe('dead')
    expect(gate({ status: 'paid' }, true).standing).toBe('paid')
  })
})
