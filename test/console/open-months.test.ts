import { expect, test } from 'vitest'
import { openMonths } from '../../src/console/months/months-page.ts'

const closed = (month: string) => ({ month, reopenedAt: null })

test('where no month was closed, the current one and the one before are offered', () => {
  expect(openMonths([], '2026-01')).toEqual(['2026-01', '2025-12'])
})

test('after a close those that follow it are offered, up to the current one', () => {
  expect(openMonths([closed('2026-08')], '2026-09')).toEqual(['2026-09'])
  expect(openMonths([closed('2026-07'), closed('2026-08')], '2026-11')).toEqual([
    '2026-11',
    '2026-10',
    '2026-09',
  ])
})

test('a month that was reopened is offered again', () => {
  const reopened = { month: '2026-08', reopenedAt: new Date('2026-09-02T12:00:00Z') }
  expect(openMonths([closed('2026-07'), reopened], '2026-09')).toEqual(['2026-09', '2026-08'])
})

test('after years without a close the month that must be closed next is still offered', () => {
  const offered = openMonths([closed('2023-12')], '2026-09')
  expect(offered).toContain('2024-01')
  expect(offered[0]).toBe('2026-09')
  expect(offered).toHaveLength(12)
})
