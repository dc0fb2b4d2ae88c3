/** What the ledger remembers of how a fleet's files are read. */
import { expect, test } from 'vitest'
import { openFleetReadingStore } from '../../../src/ledger/fleets/fleet-reading.ts'
import { openFleetStore } from '../../../src/ledger/fleets/fleets.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const ACCOUNT = '0190f3d8-0000-7000-8000-000000000001'
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour))

let fleetOf: (name: string) => Promise<string>

const { db } = await ledgerForFile()
const store = openFleetReadingStore(db)
const fleets = openFleetStore(db)
fleetOf = async (name) => (await fleets.open({ name, accountId: ACCOUNT, at: at(0) })).id

test('nothing is remembered of a fleet that nobody said anything about', async () => {
  expect(await store.find(await fleetOf('silent'))).toBeUndefined()
})

test('the newest word about a field holds, and the others stay', async () => {
  const fleet = await fleetOf('words')
  await store.remember(fleet, { map: { plate: 'Chapa', renavam: '#2' }, sheet: 'Frota' }, at(1))
  await store.remember(fleet, { map: { plate: 'Placa "nova", atual' } }, at(2))
  expect(await store.find(fleet)).toEqual({
    map: { plate: 'Placa "nova", atual', renavam: '#2' },
    sheet: 'Frota',
  })
})

test('a name that differs in case or accents alone makes no second fleet', async () => {
  const sul = await fleetOf('Filial São José')
  await expect(fleetOf('filial  sao josé')).rejects.toThrow(
    'differs from that of the fleet "Filial São José" in case, accents or spaces alone',
  )
  expect([await fleetOf('Filial São José'), (await fleets.all()).length]).toEqual([sul, 3])
})

test('each fleet has its own memory, and forgets it alone', async () => {
  const [one, other] = [await fleetOf('one'), await fleetOf('other')]
  await store.remember(one, { map: { uf: 'Estado' } }, at(1))
  await store.remember(other, { map: {}, sheet: 'Cadastro' }, at(1))
  await store.forget(one)
  await store.forget(one)
  expect(await store.find(one)).toBeUndefined()
  expect(await store.find(other)).toEqual({ map: {}, sheet: 'Cadastro' })
})
