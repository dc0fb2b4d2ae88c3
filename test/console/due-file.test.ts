/** The days of the calendar file are those of the debts, wherever the machine stands. */
import { afterAll, expect, test } from 'vitest'
import { undatedLine } from '../../src/console/due/due-page.ts'
import { dueFile } from '../../src/console/due/due-file.ts'
import { displayFor } from '../../src/reconciliation/reports/words/display.ts'

const former = process.env['TZ']
afterAll(() => {
  if (former === undefined) delete process.env['TZ']
  else process.env['TZ'] = former
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC'])(
  'on a machine in %s an event stands on its day',
  (zone) => {
    process.env['TZ'] = zone
    const day = {
      day: '2027-01-01',
      debts: 1,
      cents: 100n,
      orderedDebts: 0,
      orderedCents: 0n,
      vehicles: 1,
      plates: ['ABC1D23'],
    }
    const display = displayFor('en', 'America/Sao_Paulo')
    const setting = { locale: 'en', display, fleet: 'principal', simulated: false } as const
    const file = dueFile(setting, { days: [day] }, Date.parse('2026-12-31T23:30:00-03:00'))
    expect(file).toContain('DTSTART;VALUE=DATE:20270101\r\n')
    expect(file).not.toContain('SIMULADO')
    expect(file).toContain('DTSTAMP:20270101T023000Z')
  },
)

test('a count of debts is written with the separator of its language, as the amounts are', () => {
  const display = displayFor('en', 'America/Sao_Paulo')
  const shut = { count: 0, cents: 0n }
  const payable = { count: 1_378, cents: 100n }
  const [said] = [undatedLine({ locale: 'en', display }, { payable, shut })].flat()
  expect(said).toMatchObject({ text: expect.stringContaining('can be paid here: 1,378 debts') })
})
