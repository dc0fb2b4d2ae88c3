/** What the service says of the account stands in every report, whatever it says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { Failure } from '../../../src/failure.ts'
import {
  outsideChecks,
  type Asked,
  type Told,
} from '../../../src/reconciliation/reports/outside.ts'
import { readOutside } from '../../../src/reconciliation/reports/read-outside.ts'
import { writeReports } from '../../../src/reconciliation/reports/write-reports.ts'
import type { WrittenReports } from '../../../src/reconciliation/reports/write-reports.ts'
import { memoryRun, memorySource, memoryVehicle } from './memory-source.ts'
import { filesOf } from './reports-setup.ts'
import { folderForFile } from '../../support/for-file.ts'

const reportsDir = await folderForFile('outside')

const AT = '2026-11-21T01:00:01.000Z'
const refunded = { status: 'refunded', orders: 2, totalCents: 334_161n, refundedCents: 0n }
const source = {
  ...memorySource({ vehicles: [memoryVehicle()], orders: [] }),
  accountSums: async () => ({ orders: [refunded], vehicles: 1 }),
}

function write(number: number, asked?: Asked): Promise<WrittenReports> {
  const run = memoryRun({ number })
  const how = asked === undefined ? {} : { asked }
  return writeReports({ source, openRow: () => [] }, { run, reportsDir, ...how })
}

const linesOf = (directory: string, file: string): string[] =>
  readFileSync(join(directory, file), 'utf8').split('\n')

test('a refund that the ledger lacks is told by page, exceptions and manifest', async () => {
  const there = { ...refunded, refundedCents: 334_161n }
  const { directory, manifest, closes } = await write(1, {
    askedAt: AT,
    sums: { orders: [there], vehicles: 1 },
    others: [],
  })
  const said = 'o serviço diz R$ 3.341,61, a frota R$ 0,00'
  const told = linesOf(directory, 'exceptions.csv').filter((line) => /outside-differs/.test(line))
  expect(told).toHaveLength(1)
  expect(told[0]?.replaceAll('\u00a0', ' ')).toContain(said)
  expect(told[0]).toContain('outra instalação usa esta credencial')
  expect(readFileSync(join(directory, 'summary.html'), 'utf8').replaceAll('\u00a0', ' ')).toContain(
    said,
  )
  expect(manifest.exceptions.byCode).toEqual({ 'outside-differs': 1 })
  expect(manifest.outside).toMatchObject({
    askedAt: AT,
    lines: [
      { what: 'orders', status: 'refunded', service: '2', frota: '2', agrees: true },
      { what: 'total', service: '334161', frota: '334161', agrees: true },
      { what: 'refunded', service: '334161', frota: '0', agrees: false },
      { what: 'vehicles', service: '1', frota: '1', agrees: true },
    ],
  })
  // The files agree with one another: exit code 1 is for those that do not.
  expect(closes).toBe(true)
})

test('orders that only the service knows differ by number and amount', async () => {
  const paid = { status: 'paid', orders: 1, totalCents: 5n, refundedCents: 0n }
  const sums = { orders: [refunded, paid], vehicles: 3 }
  const { manifest } = await write(2, { askedAt: AT, sums, others: [] })
  expect(manifest.exceptions.byCode).toEqual({ 'outside-differs': 3 })
})

const other = { id: 'o-1', status: 'expired', orders: 1, totalCents: 371_287n, refundedCents: 0n }

test('an order of somebody else that the ledger met differs no more, and any further one does', () => {
  const ours = { orders: [refunded], vehicles: 1 }
  const { id: _, ...sum } = other
  const theirs = { orders: [sum, refunded], vehicles: 1 }
  const wrong = (told: Told): string[] =>
    outsideChecks(ours, told).flatMap(({ closes, code, of }) => (closes ? [] : [`${code} ${of}`]))
  expect(wrong({ sums: theirs, others: [other] })).toEqual([])
  expect(wrong({ sums: theirs, others: [] })).toEqual(['orders expired', 'total expired'])
  const twice = { ...theirs, orders: [{ ...sum, orders: 2, totalCents: 371_288n }, refunded] }
  expect(wrong({ sums: twice, others: [other] })).toEqual(['orders expired', 'total expired'])
  const back = { ...other, status: 'refunded', refundedCents: 5n }
  expect(wrong({ sums: theirs, others: [back] })).toEqual([
    'orders expired',
    'total expired',
    'orders refunded',
    'total refunded',
    'refunded refunded',
  ])
})

test('a report that is written again keeps what the service was asked at first', async () => {
  const asked = { askedAt: AT, sums: { orders: [], vehicles: 1 }, others: [other] }
  const { directory } = await write(3, asked)
  const before = await filesOf(directory)
  await write(3)
  expect(await filesOf(directory)).toEqual(before)
  expect(String(before['summary.html']).replaceAll('\u00a0', ' ')).toContain(
    'Conferido com pedidos que outros fizeram nesta conta: o-1 (vencido, R$ 3.712,87).',
  )
})

test.each([
  ['{"askedAt":"2026-11-21T01:00:01.000Z","lines":[{"what":"total"}]}'],
  ['{"askedAt":7,"lines":[]}'],
  ['null'],
])('of %s in a manifest nothing is taken over', async (outside) => {
  const { directory, manifest } = await write(4, {
    askedAt: AT,
    sums: { orders: [], vehicles: 1 },
    others: [],
  })
  const changed = { ...manifest, outside: JSON.parse(outside) as unknown }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(changed))
  expect((await write(4)).manifest.outside).toMatchObject({ askedAt: null })
})

const asking = { clock: { now: () => Date.parse(AT) }, source }
function failing(error: Error): Pick<Client, 'read'> {
  return {
    read: async () => {
      throw error
    },
  }
}
const never = new AbortController().signal

test('a service that cannot be asked gives its reason, and the report is written', async () => {
  const failure = new Failure('service-unreachable', { pt: 'sem rede', en: 'no network' })
  const asked = await readOutside({ client: failing(failure), ...asking }, 'account', never)
  expect(asked).toEqual({ askedAt: null, why: { pt: 'sem rede', en: 'no network' } })
  const { directory, closes } = await write(5, asked)
  expect(closes).toBe(true)
  expect(readFileSync(join(directory, 'summary.html'), 'utf8')).toContain(
    'Sem conferência com o serviço: sem rede.',
  )
})

test('a stop ends the question, not the report; a bug is not hidden', async () => {
  const bug = new Error('a bug')
  const stopped = await readOutside(
    { client: failing(bug), ...asking },
    'account',
    AbortSignal.abort(),
  )
  expect(stopped.askedAt).toBeNull()
  await expect(readOutside({ client: failing(bug), ...asking }, 'account', never)).rejects.toBe(bug)
})

test('orders of others are read again where the service knows them in a form that can be counted', async () => {
  const sums = { count: 0, debts_amount: '0.00', service_fee: '0.00', total_amount: '0.00' }
  const read = async (name: string, { params }: { params?: { order_id: string } }) => {
    if (name === 'orderSummary') return { ...sums, refunded_amount: '0.00', by_status: [] }
    if (name === 'vehicleSummary') return { total: 1 }
    if (params?.order_id === 'gone') return null
    const of = { id: params?.order_id, status: 'refunded', total_amount: '3712.87' }
    if (params?.order_id === 'whole') return { ...of, refunded_amount: '12.00' }
    throw new Failure('answer-unfit', { pt: 'malformada', en: 'malformed' })
  }
  const foreignIds = async () => ['gone', 'odd', 'whole']
  const client = { read } as unknown as Pick<Client, 'read'>
  const asked = await readOutside({ ...asking, client, source: { foreignIds } }, 'account', never)
  expect(asked).toMatchObject({
    askedAt: AT,
    others: [{ id: 'whole', status: 'refunded', totalCents: 371_287n, refundedCents: 1_200n }],
  })
})
