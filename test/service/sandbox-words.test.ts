/** Addresses, amounts and endings as the sandbox reads and tells them. */
import { expect, test } from 'vitest'
import type { Outcome } from '../../src/service/sandbox/browser/api-answers.js'
import { namedField, retryAfterSeconds } from '../../src/service/sandbox/browser/api-answers.js'
import { isMixedContent, readBaseAddress } from '../../src/service/sandbox/browser/base-address.js'
import { count, day, fill, money, sum } from '../../src/service/sandbox/browser/display.js'
import { explain } from '../../src/service/sandbox/browser/explain.js'
import { sandboxTexts } from '../../src/service/sandbox/sandbox-texts.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  [' https://api.example.com/// ', 'https://api.example.com'],
  ['HTTP://LOCALHOST:8080/debts/', 'http://localhost:8080/debts'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('the address %j is %s', (text, base) => {
  expect(readBaseAddress(text)).toEqual({ ok: true, base })
})

test.each([
  ['', 'empty'],
  ['api.example.com', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['ftp://example.com', 'scheme'],
  ['http://', 'malformed'],
  ['http://exa mple.com', 'malformed'],
  ['https://user:secret@example.com', 'credentials'],
  ['https://example.com?key=1', 'query'],
  ['https://example.com/#a', 'query'],
  ['https://example.com/api/v1/', 'prefix'],
])('the address %j is refused: %s', (text, why) => {
  expect(readBaseAddress(text)).toEqual({ ok: false, why })
})

test('only a page from https may not call http, but for the machine itself', () => {
  expect(isMixedContent('http://api.example.com', 'https:')).toBe(true)
  expect(isMixedContent('http://api.example.com', 'http:')).toBe(false)
  expect(isMixedContent('https://api.example.com', 'https:')).toBe(false)
  expect(isMixedContent('http://127.0.0.1:8080', 'https:')).toBe(false)
  expect(isMixedContent('http://[::1]:8080', 'https:')).toBe(false)
  expect(isMixedContent('http://localhost.example.com', 'https:')).toBe(true)
})

test('amounts keep every cent, whatever their size', () => {
  expect(money('1234567.8', 'pt-BR')).toBe('R$\u00a01.234.567,80')
  expect(money('9999999999999.99', 'en')).toBe('R$\u00a09,999,999,999,999.99')
  expect(money('not an amount', 'en')).toBe('not an amount')
  expect(sum(['0.10', '0.20', '5', '9999999999999.99'])).toBe('10000000000005.29')
  expect(sum([])).toBe('0.00')
  expect(day('2026-01-31', 'pt-BR')).toBe('31/01/2026')
  expect(day('2026-01-31', 'en')).toBe('2026-01-31')
})

test('a value with braces is not filled in again', () => {
  expect(fill('{a} {b} {c}', { a: '{b}', b: '$&' })).toBe('{b} $& {c}')
  expect(count(['{n} item', '{n} items'], 1)).toBe('1 item')
})

test('when to try again is read as seconds and as a date', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12)
  expect(retryAfterSeconds('37', nowMs)).toBe(37)
  expect(retryAfterSeconds('Sat, 21 Nov 2026 12:01:00 GMT', nowMs)).toBe(60)
  expect(retryAfterSeconds('Sat, 21 Nov 2026 11:00:00 GMT', nowMs)).toBe(0)
  expect(retryAfterSeconds('soon', nowMs)).toBeUndefined()
  expect(retryAfterSeconds(null, nowMs)).toBeUndefined()
})

test('the field that a sentence names is found', () => {
  expect(namedField("Campo 'owner_document': CPF ou CNPJ inválido.")).toBe('owner_document')
  expect(namedField("Campo obrigatório: 'plate'.")).toBe('plate')
  expect(namedField("Campo 'debt_item_ids.0': formato inválido.")).toBe('debt_item_ids')
  expect(namedField('Não encontrado.')).toBeUndefined()
})

test.each([sandboxTexts('pt-BR'), sandboxTexts('en')])(
  'every ending is told without a gap ($lang)',
  (texts) => {
    const setting = { texts, origin: 'https://page.example', nowMs: 0 }
    const base = 'https://api.example'
    const kinds = ['cors', 'unreachable', 'timeout', 'redirect', 'mixed', 'broken'] as const
    const answer = { kind: 'answered', contentType: '', text: '', retryAfter: null } as const
    const outcomes: Outcome[] = [
      ...kinds.map((kind) => ({ kind, base })),
      { kind: 'address', why: 'query' },
      { kind: 'header', which: 'key' },
      ...[400, 401, 403, 404, 409, 422, 429, 503].map((status) => ({
        ...answer,
        status,
        retryAfter: status === 503 ? '5' : null,
        body: { detail: 'dito' },
      })),
      { ...answer, status: 502, body: undefined },
    ]
    for (const outcome of outcomes) {
      const { title, lines } = explain(outcome, setting)
      expect(title.length).toBeGreaterThan(5)
      expect(lines.every((line) => line !== '' && !/[{}]|undefined/.test(line))).toBe(true)
    }
    const cors = explain({ kind: 'cors', base }, setting)
    expect(cors.code).toBe('CORS_ORIGINS=https://page.example')
    expect(cors.lines.join(' ')).toContain(base)
  },
)

test('both languages fill the same gaps', () => {
  const gapsOf = (texts: unknown): unknown =>
    typeof texts === 'string'
      ? [...texts.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted()
      : Object.fromEntries(
          Object.entries(Object(texts)).map(([name, each]) => [name, gapsOf(each)]),
        )
  expect(gapsOf(sandboxTexts('en'))).toEqual(gapsOf(sandboxTexts('pt-BR')))
})
