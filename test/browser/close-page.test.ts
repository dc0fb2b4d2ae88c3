/** close.html in a real browser: nothing is asked for, nothing is cut on A4, axe finds nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { closePage } from '../../src/reconciliation/books/close/close-page.ts'
import { MonthTally, type MonthFacts } from '../../src/reconciliation/books/close/month-facts.ts'
import { JournalTally } from '../../src/reconciliation/books/journal/journal-tally.ts'
import type { MoneyMovement, Movement } from '../../src/reconciliation/books/movement.ts'
import { RollForward } from '../../src/reconciliation/books/roll-forward.ts'
import { openBrowser } from '../support/browser.ts'
import { axeFindings, cutOnA4 } from './printed-page.ts'

/** Many groups with long names and large amounts: what would be cut first. */
function crowdedMonth(): MonthFacts {
  const roll = new RollForward('2026-11')
  const tally = new MonthTally()
  const about = {
    debtId: 'd',
    vehicleId: 'v',
    plate: 'ABC1D23',
    uf: 'SP',
    cnpj: '11222333000181',
    description: 'Multa por estacionar no passeio em frente ao hospital municipal',
    year: 2026,
    dueDate: null,
    adjusts: null,
    day: '2026-11-05',
    orderId: null,
  }
  for (let at = 0; at < 40; at += 1) {
    const costCentre = `Diretoria de operações e manutenção da regional número ${at}`
    const movement: Movement = {
      ...about,
      class: at % 3 === 0 ? 'paid' : 'new',
      kind: 'renainf_ticket',
      costCentre,
      consultationId: null,
      cents: 1_234_567_890n * (at % 3 === 0 ? -1n : 1n),
    }
    roll.add(movement)
  }
  const money: MoneyMovement = {
    ...about,
    orderId: 'order',
    kind: 'ticket',
    costCentre: '',
    nature: 'debt',
    method: 'pix',
    paidOn: '2026-11-05',
    settledOn: null,
    txid: '',
    isSecond: false,
    approvedBy: 'Ana',
    cents: 99_999_999_999n,
  }
  tally.payments([money, { ...money, nature: 'fee', day: '2026-11-20' }])
  tally.oldAnswer('2026-09-30', 123_456n)
  return {
    settings: {
      fleet: { id: 'f', name: 'Transportadora de nome bastante comprido', accountId: 'a' },
      month: '2026-11',
      revision: 1,
      closing: { person: 'Ana Souza', reason: '' },
      locale: 'pt-BR',
      flavour: 'excel',
      zone: 'America/Sao_Paulo',
      simulated: true,
      at: new Date('2026-12-01T12:00:00Z'),
      freshDays: 30,
    },
    roll,
    tally,
    journal: new JournalTally('cash'),
    notes: ['Centros de custo sem código em costCentres vão ao diário pelo nome: Obras.'],
    classes: new Map([['not-settled', { rows: 1, cents: 12_345n }]]),
    others: [],
    checks: [{ code: 'book-moves', of: '', unit: 'cents', expected: 1n, found: 1n, closes: true }],
    files: [{ name: 'ledger.csv', bytes: 1, sha256: 'a'.repeat(64), rows: 9, cents: {} }],
  }
}

test('the page asks for nothing, is cut nowhere on A4, and axe finds nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'frota-close-'))
  const browser = await openBrowser()
  try {
    const path = join(dir, 'close.html')
    await writeFile(path, closePage(crowdedMonth()))
    const address = pathToFileURL(path).href
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) asked.push(request.url())
    })
    await page.goto(address)
    expect(asked).toEqual([address])
    expect(await axeFindings(page)).toEqual([])
    expect(await cutOnA4(page)).toEqual([])
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  } finally {
    await browser.close()
    await rm(dir, { recursive: true, force: true })
  }
})
