/** What an import remembers, which files change nothing, who is removed, what is told before. */
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, expect, test } from 'vitest'
import type { KnownVehicle } from '../../../src/ledger/fleets/known-vehicles.ts'
import type { Import } from '../../../src/ledger/fleets/imports.ts'
import { findMissing } from '../../../src/reconciliation/intake/find-missing.ts'
import { judgeFile } from '../../../src/reconciliation/intake/judge-file.ts'
import { howMany } from '../../support/extent.ts'
import { memoryUsed } from '../../support/memory-used.ts'
import { openImportWorld } from './import-world.ts'
import { GOOD, HEADER, sourceOf } from './judge-bytes.ts'

const ROW = 'ABC1C34;00639884962;SP;11222333000181'
const ODD = `Chapa;Cod;UF;CNPJ\n${ROW}\n`
const named = { plate: 'Chapa', renavam: 'Cod' }

const world = await openImportWorld()
const { database, readings, importText } = world
beforeEach(async () => {
  await database.pool.query('truncate frota.vehicle cascade')
  await world.openFleet()
})

test('the columns of a file that was applied are known for the next one, until forgotten', async () => {
  expect(await importText(ODD)).toMatchObject({ state: 'refused' })
  expect(await importText(ODD, { map: named })).toMatchObject({ state: 'applied', accepted: 1 })
  const again = await importText(`${ODD}\n`)
  expect(again).toMatchObject({ state: 'applied', accepted: 1 })
  expect(again.understood).toMatchObject({ warnings: [{ code: 'W-MAP' }] })
  const forgetful = await importText(`${HEADER}\n${GOOD}\n`, { forgetReading: true })
  expect(forgetful.understood).toMatchObject({ warnings: [] })
  expect(await importText(`${ODD}\n\n`)).toMatchObject({ state: 'refused' })
})

const TWINS = [
  ['CNPJ banco', 'CNPJ filial'],
  ['CNPJ & banco', 'CNPJ, 001'],
] as const

test.each(TWINS)(
  'a column that was named by its place is found by its name when the columns change places (%s)',
  async (banks, owners) => {
    const [own, bank] = ['11222333000181', '12ABC34501DE35']
    const said = `placa;renavam;uf;${banks};${owners}\nABC1C34;00639884962;SP;${bank};${own}\n`
    expect(await importText(said, { map: { ownerDocument: '#5' } })).toMatchObject({ accepted: 1 })
    const turned = `placa;renavam;uf;${owners};${banks}\nABC1C34;00639884962;SP;${own};${bank}\n`
    expect(await importText(turned)).toMatchObject({
      vehiclesChanged: 0,
      notes: { ownersDiffer: 0 },
    })
    const { rows } = await database.pool.query('select owner_cnpj from frota.vehicle')
    expect(rows).toEqual([{ owner_cnpj: own }])
  },
)

test('a column of a file without a header, or named by a document, is remembered by its place', async () => {
  const map = { plate: '#1', renavam: '#2', uf: '#3', ownerDocument: '#4' }
  await importText(`\n${GOOD}\n`, { map })
  expect(await readings.find(world.fleetId())).toMatchObject({ map })
  await importText(`placa;renavam;uf;11.222.333/0001-81\n${ROW}\n`, { map })
  const names = { plate: 'placa', renavam: 'renavam', uf: 'uf', ownerDocument: '#4' }
  expect(await readings.find(world.fleetId())).toMatchObject({ map: names })
})

test('an import without memory for its rows applies nothing, and is done by the next start', async () => {
  const text = `${HEADER}\n${GOOD}\n`
  expect(await importText(text, { memory: memoryUsed(80, 95) })).toMatchObject({
    state: 'received',
  })
  expect(await world.inFleet()).toBe(0)
  expect(await importText(text)).toMatchObject({ state: 'applied', accepted: 1 })
})

test('what was said of a file that is refused is not remembered', async () => {
  await importText(ODD, { map: { ...named, uf: 'Estado' } })
  await importText('Chapa;Cod;UF;CNPJ\nABCD;1;SP;2\n', { map: named, sheet: 'Frota' })
  expect(await readings.find(world.fleetId())).toBeUndefined()
})

test('a refusal names the remembered columns that may be its cause', async () => {
  await importText(ODD, { map: named })
  const bad = await importText(`placa;Chapa;Cod;UF;CNPJ\nABC1C34;9BW;${ROW.slice(8)}\n`)
  expect(bad).toMatchObject({ state: 'refused', refusal: { code: 'F-NO-VEHICLE' } })
  expect(JSON.stringify(bad.refusal)).toMatch(/plate=Chapa.*--map none as esquece/)
})

test('the sheet that was named is remembered with the columns', async () => {
  await importText(ODD, { map: named, sheet: 'Frota' })
  expect(await readings.find(world.fleetId())).toEqual({ map: named, sheet: 'Frota' })
})

test('a file of which no row can be used is refused with the first reason, and changes nothing', async () => {
  await importText(`${HEADER}\n${GOOD}\n`)
  const bad = await importText(`${HEADER}\nABCD;00639884962;SP;11222333000181;x\n`, {
    otherFleet: true,
  })
  expect(bad).toMatchObject({ state: 'refused', refusal: { code: 'F-NO-VEHICLE', line: 2 } })
  expect(JSON.stringify(bad.refusal)).toContain('ABCD não é uma placa')
  expect(await importText(`${HEADER}\n`, { otherFleet: true })).toMatchObject({
    state: 'refused',
    refusal: { code: 'F-NO-VEHICLE' },
  })
  expect(await world.inFleet()).toBe(1)
})

const VEHICLES = [
  'ABC1C34;00639884962;SP;11222333000181;Van 1',
  'DEF5G67;26827649960;RJ;52998224725;Van 2',
  'GHI2345;01284762677;MG;12ABC34501DE35;Van 3',
  'JKL1A23;00965904008;SP;52998224725;Van 4',
]
const GONE = VEHICLES[2] ?? ''

/** All four are at the service; then a file leaves one out and says that it is to be removed. */
async function removalsOf(...lines: readonly string[]): Promise<Import['notes']> {
  await importText([HEADER, ...VEHICLES, ''].join('\n'))
  await database.pool.query(
    "update frota.vehicle set state = 'registered', service_id = id, remote_plate = plate",
  )
  const file = await importText([...lines, ''].join('\n'), { deactivateMissing: true })
  expect(file.state).toBe('applied')
  return file.notes
}

const LEFT = VEHICLES.filter((row) => row !== GONE)

test('a vehicle that the file does not have is removed where a person says so', async () => {
  expect(await removalsOf(HEADER, ...LEFT)).toMatchObject({ removalsAsked: 1, removalsHeld: null })
})

test.each([
  ['its plate in a title', ['Vendido: GHI-2345', HEADER, ...LEFT], 1],
  ['its plate in the Mercosul form in a note', [HEADER, ...LEFT, `${GOOD} ex GHI2D45`], 5],
  ['its RENAVAM without a zero in another column', [`${HEADER};obs`, `${LEFT[0]};1284762677`], 2],
  ['its RENAVAM inside a longer number', [`${HEADER};obs`, `${LEFT[0]};9901284762677`], 2],
])('nobody is removed while the file has %s', async (_, lines, line) => {
  const rest = lines.length < 4 ? [...lines, ...LEFT.slice(1).map((row) => `${row};`)] : lines
  const notes = await removalsOf(...rest)
  expect(notes).toMatchObject({ removalsAsked: 0 })
  expect(notes?.removalsHeld).toEqual({ why: 'named', count: 1, line, plate: 'GHI2345' })
})

test('nobody is removed while a row has its plate and another RENAVAM', async () => {
  const notes = await removalsOf(HEADER, ...LEFT, GONE.replace('01284762677', '02284762679'))
  const kept = { count: 1, examples: ['GHI2345'] }
  expect(notes).toMatchObject({ removalsHeld: { why: 'rejected', count: 1 }, kept })
})

test('nobody is removed while a page names one outside of the table that is read', async () => {
  const rows = [HEADER, ...LEFT].map((line) => `<tr><td>${line.replaceAll(';', '<td>')}`)
  for (const note of ['<p>vendido: GHI<b>2345</b></p>', '<table><tr><td>01284762677</table>']) {
    const notes = await removalsOf('<html>', note, '<table>', ...rows, '</table>')
    expect(notes).toMatchObject({ removalsAsked: 0 })
    expect(notes?.removalsHeld).toEqual({ why: 'named', count: 1, line: 2, plate: 'GHI2345' })
  }
})

test('a missing vehicle in another sheet is told with the name of that', async () => {
  const missing = [{ renavam: '01284762677', plates: ['GHI2345'] }] as unknown as KnownVehicle[]
  for (const [sold, place] of [
    ['Vendidos', { line: 2, sheet: 'Vendidos' }],
    ['Frota', { line: 4 }],
  ] as const) {
    const rows = [HEADER, ...LEFT.slice(0, 2)].map((line) => line.split(';'))
    const sheets = [
      { name: 'Frota', rows: sold === 'Frota' ? [...rows, ['ex GHI-2345']] : rows },
      { name: 'Vendidos', rows: [['Placa'], [sold === 'Frota' ? '' : 'GHI2345']] },
    ]
    const source = sourceOf(await writeXlsx({ sheets }))
    const file = await judgeFile(source)
    if ('refused' in file) throw new Error(file.refused.code)
    const held = await findMissing(source, file, missing)
    expect(held).toEqual({ why: 'named', count: 1, plate: 'GHI2345', ...place })
  }
})

test('nobody is removed while a skipped row has something like a plate', async () => {
  const notes = await removalsOf(HEADER, ...LEFT, 'Total: 3 sem GHI23A')
  expect(notes).toMatchObject({
    removalsAsked: 0,
    removalsHeld: { why: 'footer', count: 1, line: 5 },
  })
})

test('nobody is removed while two stray quotes have joined rows', async () => {
  const [first = '', second = '', third = ''] = LEFT
  const joined = [second.replace('Van', '"Van'), `${GONE}"`]
  const notes = await removalsOf(HEADER, first, ...joined, third)
  expect(notes).toMatchObject({ removalsAsked: 0, removalsHeld: { why: 'rejected', count: 2 } })
})

/** What the ledger noted of an import: how many vehicles have which change, but for their owner. */
async function notedChanges(importId: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ field: string; count: number }>(
    `select field, count(*)::integer as count from frota.vehicle_change change
    where import_id = $1 and field not in ('owner', 'owner_cnpj') and (after = 'true' or not exists (
      select from frota.vehicle_change back where back.import_id = $1
        and back.vehicle_id = change.vehicle_id and back.field = 'in_fleet' and back.after = 'true'))
    group by field, after = 'false' having field <> 'in_fleet' or bool_and(after = 'true')`,
    [importId],
  )
  return Object.fromEntries(rows.map(({ field, count }) => [field, count]))
}

const OTHER_VALUES = [
  [0, 'ZXY9W87'],
  [0, 'GHI2D45'],
  [2, 'PE'],
  [3, '11222333000181'],
  [4, 'Carro'],
] as const

/** Some of the four vehicles, each perhaps with one other value. */
const someFile = fc.subarray([0, 1, 2, 3], { minLength: 1 }).chain((kept) =>
  fc.tuple(...kept.map(() => fc.option(fc.constantFrom(...OTHER_VALUES)))).map((changes) =>
    kept.map((at, place) => {
      const cells = (VEHICLES[at] ?? '').split(';')
      const change = changes[place]
      // Two vehicles never have one plate.
      const isFree = change?.[0] !== 0 || at === (change[1] === 'GHI2D45' ? 2 : 0)
      if (change !== null && change !== undefined && isFree) cells[change[0]] = change[1]
      return cells.join(';')
    }),
  ),
)

test('the difference that is told before an import is what the import then does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someFile, { minLength: 2, maxLength: 4 }), async (files) => {
      await database.pool.query('truncate frota.vehicle cascade')
      for (const [at, rows] of files.entries()) {
        const text = [HEADER, ...rows, ''].join('\n')
        const told = await world.differenceOf(text)
        const done = await importText(text, { otherFleet: true })
        const { plate, plateForm, uf, nickname } = told.changes
        const noted = await notedChanges(done.id)
        expect(told).toMatchObject({
          added: { count: done.vehiclesAdded },
          missing: { count: done.vehiclesMissing },
          returning: { count: noted['in_fleet'] ?? 0 },
          ownersKept: done.notes?.ownersDiffer,
          unchanged: rows.length - told.added.count - told.changed.count - told.returning.count,
        })
        const counts = { plate: plate + plateForm, uf, nickname }
        const zero = { plate: 0, uf: 0, nickname: 0 }
        expect(counts).toEqual({ ...zero, ...noted, in_fleet: undefined })
        const after = await world.differenceOf(text)
        expect(after.unchanged + after.ownersKept).toBe(rows.length)
        if (at > 0) continue
        await database.pool.query(
          "update frota.vehicle set state = 'registered', service_id = id, remote_plate = plate",
        )
      }
    }),
    { seed: 14, numRuns: howMany(8, 25) },
  )
})
