import { expect, test } from 'vitest'
import { openEffectStore } from '../../../src/ledger/effects/effects-sql.ts'
import { openVehicleWorld } from './vehicle-world.ts'

const [A, B, C] = ['00000000001', '00000000002', '00000000003'] as const

const world = await openVehicleWorld()

test('a file asks anew about registered vehicles with another plate or state, and no others', async () => {
  const fleet = await world.fleet()
  const renavams = ['1', '2', '3', '4', '5'].map((digit) => `0000000002${digit}`)
  const [pair = '', plate = '', state = '', name = '', unregistered = ''] = renavams
  const before = { plate: 'ABC1234', uf: 'SP', nickname: 'a' }
  await fleet.apply(renavams.map((renavam) => ({ renavam, ...before })))
  await fleet.registered(pair, plate, state, name)
  await world.database.pool.query('update frota.vehicle set latest_answer_at = now()')
  const applied = await fleet.apply([
    { ...before, renavam: pair, plate: 'ABC1C34' },
    { ...before, renavam: plate, plate: 'ABC1235' },
    { ...before, renavam: state, uf: 'RJ' },
    { ...before, renavam: name, nickname: 'b' },
    { ...before, renavam: unregistered, uf: 'RJ' },
  ])
  expect(applied).toMatchObject({ changed: 5, askedAnew: 2 })
  expect(applied.named?.askedAnew).toEqual({ count: 2, examples: ['ABC1235', 'ABC1234'] })
  const told: unknown[] = []
  for (const renavam of renavams) {
    const row = await fleet.state(renavam)
    told.push([row['identity_told'], row['latest_answer_at'] !== null])
  }
  expect(told).toEqual([
    [true, true],
    [false, false],
    [false, false],
    [true, true],
    [true, true],
  ])
  expect(await fleet.apply(renavams.map((renavam) => ({ renavam, ...before })))).toMatchObject({
    askedAnew: 2,
  })
})

test('the same rows again, in another order, change nothing and plan nothing', async () => {
  const fleet = await world.fleet()
  const rows = [
    { renavam: A, nickname: 'one', costCentre: 'RJ', extras: { Motorista: 'Ana', Setor: '1' } },
    { renavam: B, plate: 'XYZ9A87' },
  ]
  expect(await fleet.apply(rows)).toMatchObject({ added: 2, changed: 0, missing: 0 })
  await fleet.registered(A, B)
  const [first, second] = rows
  const again = await fleet.apply([
    { ...second, renavam: B },
    { ...first, renavam: A, extras: { Setor: '1', Motorista: 'Ana' } },
  ])
  expect(again).toMatchObject({ added: 0, changed: 0, missing: 0, mendsOverwritten: 0 })
  expect(await fleet.history()).toEqual([])
  expect(await fleet.registerEffects()).toEqual(['1 adopted', '2 adopted'])
  expect(await world.vehicles.toUpdate(fleet.id, 0n, 10)).toEqual([])
})

test('each value that a file changes is one row of history, before and after', async () => {
  const fleet = await world.fleet()
  await fleet.apply([
    { renavam: A, nickname: 'old', extras: { Setor: '1', Cor: 'azul' } },
    { renavam: B },
  ])
  const applied = await fleet.apply([
    {
      renavam: A,
      plate: 'ABC1E34',
      uf: 'RJ',
      nickname: 'new',
      costCentre: 'Sul',
      extras: { Setor: '2', Cor: 'azul' },
      owner: '2',
    },
    { renavam: B },
  ])
  expect(applied).toMatchObject({ added: 0, changed: 1 })
  expect(await fleet.history()).toEqual([
    '1 plate: ABC1D23 > ABC1E34',
    '1 uf: SP > RJ',
    '1 nickname: old > new',
    '1 cost_centre:  > Sul',
    '1 extras: {"Setor": "1"} > {"Setor": "2"}',
    '1 owner: mask 1 > mask 2',
  ])
})

test('history hides what looks like a document in a sheet’s free text', async () => {
  const fleet = await world.fleet()
  await fleet.apply([
    { renavam: A, nickname: 'Ana 529.982.247-25', extras: { CPF: '52998224725' } },
  ])
  await fleet.apply([{ renavam: A, nickname: 'Bia', extras: { CPF: '11222333000181' } }])
  expect(await fleet.history()).toEqual([
    '1 nickname: Ana *** > Bia',
    '1 extras: {"CPF": "***"} > {"CPF": "***"}',
  ])
})

test('a vehicle that a file leaves out leaves the plan with a date, and comes back', async () => {
  const fleet = await world.fleet()
  await fleet.apply([
    { renavam: A, plate: 'ABC1C34' },
    { renavam: B, plate: 'ABC1A00' },
  ])
  await fleet.registered(A)
  const left = await fleet.apply([{ renavam: C }])
  const missing = { count: 2, examples: ['ABC1C34', 'ABC1A00'] }
  expect(left).toMatchObject({ added: 1, missing: 2, named: { missing } })
  // Only what was never sent is taken back: the other one is at the service, and stays there.
  expect(await fleet.registerEffects()).toEqual(['1 adopted', '3 planned'])
  const back = [
    { renavam: A, plate: 'ABC1C34' },
    { renavam: B, plate: 'ABC1A00' },
  ]
  expect(await fleet.apply(back)).toMatchObject({ changed: 2, missing: 1 })
  expect(await fleet.registerEffects()).toEqual(['1 adopted', '2 planned'])
  expect((await fleet.history()).slice(0, 4)).toEqual([
    '1 in_fleet: true > false',
    '2 in_fleet: true > false',
    '1 in_fleet: false > true',
    '2 in_fleet: false > true',
  ])
})

test('a vehicle that the file of another fleet takes counts as registered there', async () => {
  const south = await world.fleet()
  const north = await world.fleet(south.accountId)
  const { counts } = openEffectStore(world.db)
  const registered = async (): Promise<unknown[]> =>
    [await counts(south.id), await counts(north.id)].map(({ register }) => register)
  await south.apply([{ renavam: A }, { renavam: B }])
  await south.registered(A, B)
  await north.apply([{ renavam: C }])
  expect(await registered()).toEqual([{ adopted: 2 }, { planned: 1 }])
  await north.apply([{ renavam: C }, { renavam: B }])
  expect(await registered()).toEqual([{ adopted: 1 }, { adopted: 1, planned: 1 }])
})

test('another owner of a registered vehicle is counted, and taken over only when told to', async () => {
  const fleet = await world.fleet()
  await fleet.apply([
    { renavam: A, owner: '1' },
    { renavam: B, owner: '1' },
  ])
  await fleet.registered(A)
  const other = [
    { renavam: A, owner: '2' },
    { renavam: B, owner: '2' },
  ]
  const kept = await fleet.apply(other)
  expect(kept).toMatchObject({ ownersDiffer: 1, changed: 1 })
  expect(kept.named?.ownersDiffer).toEqual({ count: 1, examples: ['ABC1D23'] })
  expect(await fleet.state(A)).toMatchObject({ owner_hash: 'hash 1', sealed: null })
  expect(await fleet.state(B)).toMatchObject({ owner_hash: 'hash 2', sealed: 'sealed 2' })
  const taken = await fleet.apply(other, { updateOwners: true })
  expect(taken).toMatchObject({ ownersDiffer: 0, changed: 1 })
  expect(await fleet.state(A)).toMatchObject({ owner_hash: 'hash 2', sealed: 'sealed 2' })
  expect(await fleet.history()).toEqual(['2 owner: mask 1 > mask 2', '1 owner: mask 1 > mask 2'])
  const [told] = await world.vehicles.toUpdate(fleet.id, 0n, 10)
  expect(told).toMatchObject({ renavam: A, ownerKept: true })
  // The same owner once more is no news: nothing is sealed again once the service was told.
  const remote = { serviceId: told?.serviceId ?? '', plate: 'ABC1D23', uf: 'SP', nickname: '' }
  await world.vehicles.markRemote(told?.id ?? '', remote, Buffer.from('sealed 2'))
  await fleet.apply(other, { updateOwners: true })
  expect(await world.vehicles.toUpdate(fleet.id, 0n, 10)).toEqual([])
})

test('a document that took another’s place meanwhile is still to be told', async () => {
  const fleet = await world.fleet()
  await fleet.apply([{ renavam: A, owner: '1' }])
  await fleet.registered(A)
  await fleet.apply([{ renavam: A, owner: '2' }], { updateOwners: true })
  const [vehicle] = await world.vehicles.toUpdate(fleet.id, 0n, 10)
  const remote = { serviceId: vehicle?.serviceId ?? '', plate: 'ABC1D23', uf: 'SP', nickname: '' }
  await world.vehicles.markRemote(vehicle?.id ?? '', remote, Buffer.from('sealed 1'))
  expect((await fleet.state(A))['sealed']).toBe('sealed 2')
})

test('what a person fixed is overwritten by a file that says otherwise, and counted', async () => {
  const fleet = await world.fleet()
  await fleet.apply([{ renavam: A, nickname: 'file' }, { renavam: B }])
  const id = await fleet.idOf(A)
  const fixed = await world.vehicles.edit(id, { person: 'Ana', nickname: 'hand', uf: 'SP' })
  expect(fixed).toMatchObject({ vehicle: { nickname: 'hand' }, changes: 1 })
  const same = await fleet.apply([
    { renavam: A, nickname: 'hand' },
    { renavam: B, uf: 'RJ' },
  ])
  expect(same).toMatchObject({ changed: 1, mendsOverwritten: 0 })
  const other = await fleet.apply([
    { renavam: A, nickname: 'file' },
    { renavam: B, uf: 'RJ' },
  ])
  expect(other).toMatchObject({ changed: 1, mendsOverwritten: 1 })
  expect(other.named?.mendsOverwritten).toEqual({ count: 1, examples: ['ABC1D23'] })
  const back = await fleet.apply([
    { renavam: A, nickname: 'third' },
    { renavam: B, uf: 'RJ' },
  ])
  expect(back.mendsOverwritten).toBe(0)
  await world.vehicles.edit(id, { person: 'Ana', costCentre: 'Sul' })
  const narrow = { nickname: null, costCentre: null }
  const kept = await fleet.apply([
    { renavam: A, ...narrow },
    { renavam: B, uf: 'RJ', ...narrow },
  ])
  expect(kept).toMatchObject({ changed: 0, mendsOverwritten: 0 })
  expect(await fleet.state(A)).toMatchObject({ nickname: 'third', cost_centre: 'Sul' })
  expect(await fleet.history()).toEqual([
    '1 nickname: file > hand by Ana',
    '2 uf: SP > RJ',
    '1 nickname: hand > file',
    '1 nickname: file > third',
    '1 cost_centre:  > Sul by Ana',
  ])
})

test('a refused vehicle that a person or a file fixes is registered again', async () => {
  const fleet = await world.fleet()
  await fleet.apply([{ renavam: A }])
  const id = await fleet.idOf(A)
  const refuse = async () => {
    const of = `frota.vehicle set state = 'refused' where id = $1`
    await world.database.pool.query(`update ${of}`, [id])
    const register = `frota.effect set state = 'rejected' where vehicle_id = $1 and active`
    await world.database.pool.query(`update ${register}`, [id])
  }
  await refuse()
  await fleet.apply([{ renavam: A, nickname: 'shorter' }])
  expect(await fleet.registerEffects()).toEqual(['1 planned'])
  await refuse()
  await fleet.apply([{ renavam: A, nickname: 'shorter' }])
  expect(await fleet.registerEffects()).toEqual(['1 rejected'])
  await world.vehicles.edit(id, { person: 'Ana', uf: 'RJ' })
  expect(await fleet.registerEffects()).toEqual(['1 planned'])
  expect(await fleet.history()).toEqual([
    '1 nickname:  > shorter',
    '1 state: refused > planned',
    '1 uf: SP > RJ by Ana',
    '1 state: refused > planned by Ana',
  ])
})

test('a vehicle is found by both forms of its plate, by a former one, and by RENAVAM', async () => {
  const fleet = await world.fleet()
  await fleet.apply([{ renavam: A, plate: 'ABC1234' }])
  await fleet.apply([{ renavam: A, plate: 'ABC1C34' }])
  expect(await fleet.history()).toEqual(['1 plate: ABC1234 > ABC1C34'])
  const by = async (text: string) => {
    const { by: how, vehicles } = await world.vehicles.named(fleet.id, text)
    return [how, ...vehicles.map(({ renavam }) => renavam)]
  }
  expect(await by('abc-1234')).toEqual(['plate', A])
  expect(await by('ABC1C34')).toEqual(['plate', A])
  expect(await by('000000001')).toEqual(['renavam', A])
  await fleet.apply([
    { renavam: A, plate: 'XYZ9A87' },
    { renavam: B, plate: 'QRS1A11' },
  ])
  expect(await by('ABC1234')).toEqual(['former-plate', A])
  expect(await by('AAA1A11')).toEqual(['former-plate'])
  await fleet.apply([
    { renavam: A, plate: 'QRS1A11' },
    { renavam: B, plate: 'QRS1B11' },
  ])
  expect(await by('QRS1A11')).toEqual(['plate', A])
  await fleet.apply([{ renavam: A, plate: 'QRS1B11' }])
  expect(await by('QRS1B11')).toEqual(['plate', A, B])
})
