import { expect, test } from 'vitest'
import { openMonths } from '../../src/console/months/months-page.ts'

const began = '2023-05'
const closed = (month: string) => ({ month, reopenedAt: null })

test('where no month was closed, all since the fleet began are offered', () => {
  expect(openMonths([], { began: '2025-11', current: '2026-01' })).toEqual([
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  expect(openMonths([], { began: '2026-01', current: '2026-01' })).toEqual(['2026-01', '2025-12'])
})

test('after a close those that follow it are offered, up to the current one', () => {
  expect(openMonths([closed('2026-08')], { began, current: '2026-09' })).toEqual(['2026-09'])
  expect(openMonths([closed('2026-07'), closed('2026-08')], { began, current: '2026-11' })).toEqual(
    ['2026-11', '2026-10', '2026-09'],
  )
})

test('a month that was reopened is offered again', () => {
  const reopened = { month: '2026-08', reopenedAt: new Date('2026-09-02T12:00:00Z') }
  expect(openMonths([closed('2026-07'), reopened], { began, current: '2026-09' })).toEqual([
    '2026-09',
    '2026-08',
  ])
})

test('after years without a close every month since is offered', () => {
  const offered = openMonths([closed('2023-12')], { began, current: '2026-09' })
  expect(offered.at(-1)).toBe('2024-01')
  expect(offered[0]).toBe('2026-09')
  expect(offered).toHaveLength(33)
})
