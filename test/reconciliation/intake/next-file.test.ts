/** What a file says, and what it leaves unsaid, of vehicles that are known from an earlier one. */
import { beforeEach, expect, test } from 'vitest'
import { openImportWorld } from './import-world.ts'
import { GOOD, HEADER } from './judge-bytes.ts'

const ROW = 'ABC1C34;00639884962;SP;11222333000181'
const BUS = 'GHI2345;01284762677;MG;11222333000181;Bus'

const world = await openImportWorld()
beforeEach(async () => {
  await world.database.pool.query('truncate frota.vehicle cascade')
  await world.openFleet()
})

test('what a file has no column for stays, hand edits too, and an empty cell clears', async () => {
  const values = async () =>
    (await world.database.pool.query('select nickname, cost_centre, extras from frota.vehicle'))
      .rows
  const all = 'placa;renavam;uf;cpf_cnpj;apelido;centro de custo;Motorista\n'
  await world.importText(`${all}${ROW};Van;Sul;Ana\n`)
  await world.database.pool.query("update frota.vehicle set nickname = 'by hand'")
  const narrow = `placa;renavam;uf;cpf_cnpj\n${ROW}\n`
  expect(await world.differenceOf(narrow)).toMatchObject({ unchanged: 1, changed: { count: 0 } })
  expect(await world.importText(narrow)).toMatchObject({ state: 'applied', vehiclesChanged: 0 })
  expect(await values()).toEqual([
    { nickname: 'by hand', cost_centre: 'Sul', extras: { Motorista: 'Ana' } },
  ])
  const cleared = `${all}${ROW};;;\n`
  expect((await world.differenceOf(cleared)).changes).toMatchObject({
    nickname: 1,
    costCentre: 1,
    extras: 1,
  })
  await world.importText(cleared)
  expect(await values()).toEqual([{ nickname: '', cost_centre: '', extras: {} }])
})

test('a column that a later file lacks keeps its values, which the file says', async () => {
  const [base, cells] = ['placa;renavam;uf;cpf_cnpj', `${ROW};Van`]
  await world.importText(`${base};apelido;Contrato;Valor\n${cells};C-1;1,50\n`)
  const text = `${base};Denominação;Valor;Depto\n${cells};;Norte\n`
  const extras = { Contrato: 'C-1', Denominação: 'Van', Depto: 'Norte' }
  const changes = { nickname: 0, extras: 1 }
  expect(await world.differenceOf(text)).toMatchObject({ changes, changed: { count: 1 } })
  const { understood } = await world.importText(text)
  const gone = { code: 'W-GONE', facts: { columns: 'apelido, Contrato' } }
  expect(understood).toMatchObject({ warnings: [{ code: 'W-EXTRA' }, gone] })
  const { rows } = await world.database.pool.query('select nickname, extras from frota.vehicle')
  expect(rows).toEqual([{ nickname: 'Van', extras }])
  expect(await world.differenceOf(text)).toMatchObject({ unchanged: 1 })
  const again = (await world.importText(text)).understood
  expect(again).toMatchObject({ warnings: [{ code: 'W-EXTRA' }] })
})

test('a file takes a vehicle of another fleet with a word, and of no fleet that is not seen', async () => {
  await world.openFleet('giver')
  await world.importText(`${HEADER}\n${GOOD}\n`)
  await world.openFleet('taker')
  const text = `${HEADER}\n${GOOD}\nDEF5G67;26827649960;RJ;52998224725;Van 2\n`
  const moved = [{ fleet: 'giver', count: 1, examples: ['ABC1C34'] }]
  expect(await world.differenceOf(text)).toMatchObject({ moved, added: { count: 1 } })
  const refused = await world.importText(text, { fleets: ['taker'] })
  expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'F-MOVED' } })
  expect(JSON.stringify(refused.refusal)).toContain('1 veículo da planilha (ABC1C34)')
  expect(JSON.stringify(refused.refusal)).not.toContain('giver')
  expect(await world.inFleet()).toBe(0)
  const taken = await world.importText(text, { fleets: ['taker', 'giver'] })
  expect(taken).toMatchObject({ state: 'applied', notes: { moved } })
  expect(await world.inFleet()).toBe(2)
  expect((await world.importText(text)).notes).not.toHaveProperty('moved')
})

test('a file says that another account has a vehicle of it, too', async () => {
  await world.openFleet('elsewhere')
  await world.importText(`${HEADER}\n${GOOD}\n`)
  const { pool } = world.database
  // The fleet is another account's, and so are its vehicles.
  const account = crypto.randomUUID()
  await pool.query('update frota.fleet set account_id = $1 where id = $2', [
    account,
    world.fleetId(),
  ])
  await pool.query('update frota.vehicle set account_id = $1', [account])
  await world.openFleet('here')
  const elsewhere = { count: 1, examples: ['ABC1C34'] }
  const text = `${HEADER}\n${GOOD}\nDEF5G67;26827649960;RJ;52998224725;Van 2\n`
  expect(await world.differenceOf(text)).toMatchObject({ elsewhere, moved: [] })
  expect((await world.importText(text)).notes).toMatchObject({ elsewhere })
})

test('the same file again brings back what another fleet took, and else changes nothing', async () => {
  const [text, sha256] = [`${HEADER}\n${GOOD}\n`, 'same']
  await world.openFleet('owner')
  const first = await world.importText(text, { sha256 })
  expect((await world.importText(text, { sha256 })).id).toBe(first.id)
  await world.openFleet('borrower')
  await world.importText(text, { sha256 })
  await world.openFleet('owner')
  expect(await world.inFleet()).toBe(0)
  const back = await world.importText(text, { sha256 })
  expect(back.notes?.moved).toEqual([{ fleet: 'borrower', count: 1, examples: ['ABC1C34'] }])
  expect(await world.inFleet()).toBe(1)
  expect((await world.importText(text, { sha256 })).id).toBe(back.id)
})

test('the same file again undoes what a person removed or edited since, and then nothing', async () => {
  const [text, sha256] = [`${HEADER}\n${GOOD}\n`, 'undone']
  const edited = `with vehicle as (update frota.vehicle set uf = 'RJ' returning id)
    insert into frota.vehicle_change (vehicle_id, field, before, after, person, changed_at)
    select id, 'uf', 'SP', 'RJ', 'ana', 'infinity' from vehicle`
  const removed = `with vehicle as (update frota.vehicle set in_fleet = false, state = 'removed'
      returning id)
    insert into frota.vehicle_change (vehicle_id, field, before, after, person, changed_at)
    select id, field, before, after, 'ana', 'infinity' from vehicle, (values
      ('in_fleet', 'true', 'false'), ('state', 'registered', 'removed')) as of (field, before, after)`
  let { id } = await world.importText(text, { sha256 })
  const returning = { count: 1, examples: ['ABC1C34'] }
  for (const [change, notes] of [
    [removed, { mendsOverwritten: 0, returning }],
    [edited, { mendsOverwritten: 1 }],
  ] as const) {
    await world.database.pool.query(change)
    const done = await world.importText(text, { sha256 })
    expect(done).toMatchObject({ state: 'applied', vehiclesChanged: 1, notes })
    expect(done.notes?.returning).toEqual('returning' in notes ? returning : undefined)
    expect(done.id).not.toBe(id)
    const { rows } = await world.database.pool.query('select in_fleet, uf from frota.vehicle')
    expect(rows).toEqual([{ in_fleet: true, uf: 'SP' }])
    await world.database.pool.query("update frota.vehicle_change set changed_at = 'epoch'")
    id = (await world.importText(text, { sha256 })).id
    expect(id).toBe(done.id)
  }
})

test('a vehicle whose row is refused stays as it was, and one that no row names leaves', async () => {
  const [van, bus, car] = [
    'ABC1C34;00639884962;SP;11222333000181;Van',
    BUS,
    'JKL1A23;00965904008;SP;11222333000181;Car',
  ] as const
  await world.importText([HEADER, van, bus, car, ''].join('\n'))
  // Its plate stands in the other form, and its RENAVAM and owner are mistyped.
  const bad = 'GHI-2D45;128;MG;1122233300018;Bus'
  const text = [HEADER, van, bad, ''].join('\n')
  const kept = { count: 1, examples: ['GHI2345'] }
  const missing = { count: 1, examples: ['JKL1A23'] }
  expect(await world.differenceOf(text)).toMatchObject({ kept, missing, unchanged: 1 })
  const done = await world.importText(text)
  expect(done).toMatchObject({ state: 'applied', rejected: 1, vehiclesMissing: 1, notes: { kept } })
  expect(await world.inFleet()).toBe(2)
  // Most rows refused are no other fleet's file; a file with few vehicles tells of refused rows.
  await world.importText([HEADER, van, bus, car, ''].join('\n'))
  const most = [HEADER, van, bad, 'JKL1A23;00965904008;SP;1;Car', ''].join('\n')
  expect(await world.importText(most)).toMatchObject({ state: 'applied', vehiclesMissing: 0 })
  expect(await world.inFleet()).toBe(3)
  const few = await world.importText([HEADER, van, 'XX;1;SP;;', ''].join('\n'))
  expect(few).toMatchObject({ state: 'refused', refusal: { code: 'F-OVERLAP' } })
  expect(JSON.stringify(few.refusal)).toContain('Linhas recusadas: 1, a primeira na linha 3')
})

test('a file that takes most of another fleet is asked about, and one that takes a few is not', async () => {
  const renavams = [
    '00639884962',
    '01284762677',
    '00965904008',
    '02837517024',
    '09690517916',
    '18025729392',
  ]
  const rows = renavams.map((renavam, n) => `ABC${n}C34;${renavam};SP;11222333000181;Van`)
  const sheet = (count: number): string => [HEADER, ...rows.slice(0, count), ''].join('\n')
  await world.importText(sheet(6))
  await world.openFleet()
  const refused = await world.importText(sheet(5))
  expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'F-OVERLAP' } })
  expect(JSON.stringify(refused.refusal)).toContain('5 dos seus 6 veículos')
  expect(await world.inFleet()).toBe(0)
  expect(await world.importText(sheet(2))).toMatchObject({ state: 'applied' })
  // Four of the four that the branch still has are sold at once: no whole branch.
  expect(await world.importText(sheet(6))).toMatchObject({ state: 'applied' })
  await world.openFleet()
  expect(await world.importText(sheet(6), { otherFleet: true })).toMatchObject({ state: 'applied' })
  expect(await world.inFleet()).toBe(6)
})

test('a plate of the fleet with another RENAVAM is refused, and the vehicle stays as it was', async () => {
  const [van, bus] = ['ABC1C34;00639884962;SP;11222333000181;Van', BUS]
  const renavams = async () =>
    (
      await world.database.pool.query<{ renavam: string }>(
        'select renavam from frota.vehicle where in_fleet order by renavam',
      )
    ).rows.map(({ renavam }) => renavam)
  await world.importText([HEADER, van, bus, ''].join('\n'))
  // Mistyped: the first with a wrong check digit, the second with a right one.
  for (const wrong of ['ABC1234;00639884961', 'ABC1C34;26827649960']) {
    const text = [HEADER, `${wrong};SP;11222333000181;Van`, bus, ''].join('\n')
    const kept = { count: 1, examples: ['ABC1C34'] }
    expect(await world.differenceOf(text)).toMatchObject({
      kept,
      added: { count: 0 },
      unchanged: 1,
    })
    const done = await world.importText(text)
    expect(done).toMatchObject({ state: 'applied', rejected: 1, vehiclesAdded: 0, notes: { kept } })
    expect(await renavams()).toEqual(['00639884962', '01284762677'])
  }
  // Under another fleet of the same account, too.
  await world.openFleet()
  const rest = 'SP;11222333000181;Van'
  const elsewhere = [HEADER, `ABC1234;26827649960;${rest}`, `DEF5G67;02837517024;${rest}`, '']
  expect(await world.importText(elsewhere.join('\n'))).toMatchObject({ vehiclesAdded: 1 })
  const { rows } = await world.database.pool.query<{ issue: string }>(
    `select issue ->> 'code' || ' ' || (issue ->> 'suggestion') as issue from frota.import_row,
      jsonb_array_elements(issues) issue where issue ? 'suggestion'`,
  )
  expect(rows.map(({ issue }) => issue)).toEqual(Array(3).fill('R-CONFLICT-FLEET 00639884962'))
})

test('a RENAVAM that was mistyped in the fleet is corrected, and a plate may go to a new vehicle', async () => {
  const rest = 'SP;11222333000181;Van'
  await world.importText([HEADER, `ABC1C34;00639884961;${rest}`, ''].join('\n'))
  const right = `ABC1C34;00639884962;${rest}`
  const corrected = await world.importText([HEADER, right, ''].join('\n'), { otherFleet: true })
  expect(corrected).toMatchObject({ accepted: 1, vehiclesAdded: 1, vehiclesMissing: 1 })
  const text = [HEADER, right.replace('ABC1C34', 'DEF5G67'), `ABC1C34;26827649960;${rest}`, '']
  expect(await world.importText(text.join('\n'))).toMatchObject({ accepted: 2, rejected: 0 })
})

test('a definite RENAVAM follows a provisional one, and nothing else follows a right one', async () => {
  const [provisional, definite] = ['91234560006', '00639884962']
  const next = async (from: string, to: string) => {
    await world.openFleet()
    const of = (renavam: string) => `${HEADER}\nABC1C34;${renavam};SP;11222333000181;Van\n${BUS}\n`
    await world.importText(of(from))
    return world.importText(of(to))
  }
  const followed = await next(provisional, definite)
  expect(followed).toMatchObject({ rejected: 0, vehiclesAdded: 1, vehiclesMissing: 1 })
  // The other way round, from one provisional number to another, and with a wrong check digit.
  for (const [from, to] of [
    [definite, provisional],
    [provisional, '90000000014'],
    [provisional, '00639884961'],
  ] as const) {
    expect(await next(from, to)).toMatchObject({ rejected: 1, vehiclesAdded: 0 })
  }
})

test('a refused row is accepted from the same file after a person removed what it conflicts with', async () => {
  const rest = 'SP;11222333000181;Van'
  await world.importText([HEADER, `ABC1C34;00639884962;${rest}`, BUS, ''].join('\n'))
  const [text, sha256] = [[HEADER, `ABC1C34;26827649960;${rest}`, BUS, ''].join('\n'), 'refused']
  const first = await world.importText(text, { sha256 })
  expect(first).toMatchObject({ rejected: 1, vehiclesAdded: 0 })
  await world.database.pool.query(`with gone as (update frota.vehicle
      set in_fleet = false, state = 'removed' where renavam = '00639884962' returning id)
    insert into frota.vehicle_change (vehicle_id, field, before, after, person, changed_at)
    select id, 'in_fleet', 'true', 'false', 'ana', 'infinity' from gone`)
  const again = await world.importText(text, { sha256 })
  expect(again).toMatchObject({ state: 'applied', rejected: 0, vehiclesAdded: 1 })
  expect(await world.inFleet()).toBe(2)
})
