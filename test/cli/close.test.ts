/** `frota close` as a person meets it: what it refuses, asks, and says of what was closed. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstVehicles, openWorld, startingAt, type World } from '../support/run-frota.ts'

const ANA = { FROTA_PERSON: 'Ana Souza' }
let world: World
let folder: string

async function refused(...args: string[]): Promise<string> {
  const { code, stderr } = await world.run(['close', ...args], { env: ANA })
  expect({ args, code }).toEqual({ args, code: 2 })
  return stderr
}

beforeAll(async () => {
  // The answers of the first day of a month, looked at on its last: no month is over yet.
  world = await openWorld(startingAt('2026-09-30T20:00:00-03:00'))
  const sheet = await firstVehicles(world, 2)
  const { code, stderr } = await world.run(['reconcile', sheet])
  if (code !== 0) throw new Error(stderr)
  folder = join(world.reportsDir, '2026-08')
}, 60_000)
afterAll(() => world[Symbol.asyncDispose]())

test('a month is named as YYYY-MM, has begun, and is over before it is closed', async () => {
  expect(await refused()).toMatch(/AAAA-MM/)
  expect(await refused('2026-13')).toMatch(/AAAA-MM.*2026-13/)
  expect(await refused('2026-10')).toMatch(/2026-10 ainda não começou; o mês corrente é 2026-09/)
  expect(await refused('2026-09', '--yes')).toMatch(/2026-09 ainda não acabou.*--preview/)
  const preview = await world.json(['close', '2026-09'], { env: ANA })
  expect(preview).toMatchObject({ state: 'preview', month: '2026-09', closes: true })
})

test('without a terminal and without --yes a month that is over is previewed only', async () => {
  const said = await world.json(['close', '2026-08'], { env: ANA })
  expect(said).toMatchObject({ state: 'preview', opening: '0.00', closing: '0.00' })
  expect(await world.json(['close', '--list'])).toMatchObject({ closes: [] })
})

test('nobody closes a month without a name', async () => {
  const { code, stderr } = await world.run(['close', '2026-08', '--yes'])
  expect({ code, says: /FROTA_PERSON/.test(stderr) }).toEqual({ code: 2, says: true })
})

test('--fresh takes days', async () => {
  expect(await refused('2026-09', '--fresh', '0')).toMatch(/de 1 a 366/)
})

test('every fleet has a line, and one that cannot be written does not stop the others', async () => {
  const said = await world.json(['close', '2026-09', '--all'], { env: ANA })
  expect(said).toMatchObject({ fleets: [{ fleet: 'principal', state: 'preview' }] })
})

test('a month is not closed over figures of the service that its preview shows to differ', async () => {
  const only = `where id = (select min(id::text)::uuid from frota.vehicle)`
  const [vehicle] = await world.query(`select state from frota.vehicle ${only}`)
  await world.query(`update frota.vehicle set state = 'removed' ${only}`)
  try {
    expect(await refused('2026-08', '--yes')).toMatch(/alguém em 2026-08: 1 por diferir do serviço/)
    expect(await world.json(['close', '--list'])).toMatchObject({ closes: [] })
  } finally {
    await world.query(`update frota.vehicle set state = $1 ${only}`, [vehicle?.['state']])
  }
})

test('the first month to be closed is not long before the first fact', async () => {
  expect(await refused('2019-01', '--yes')).toMatch(/2019-01 é de antes.*comece por 2026-09/)
  expect(await world.json(['close', '--list'])).toMatchObject({ closes: [] })
})

test('the preview of a first close names the earlier months with movements that it leaves out', async () => {
  const moved = (by: string) =>
    world.query(`update frota.debt_event set at = at ${by} interval '2 months'
      where seq = (select min(seq) from frota.debt_event)`)
  expect(await world.json(['close', '2026-08'], { env: ANA })).toMatchObject({ leftOut: [] })
  await moved('-')
  try {
    const { stdout } = await world.run(['close', '2026-08'], { env: ANA })
    expect(stdout).toMatch(/Deixa fora +2026-07: têm movimentos.*comece por 2026-07/)
    expect(await world.json(['close', '2026-07'], { env: ANA })).toMatchObject({ leftOut: [] })
  } finally {
    await moved('+')
  }
})

test("the first month is not closed in another time zone than the fleet's runs", async () => {
  const manaus = await refused('2026-08', '--yes', '--time-zone', 'America/Manaus')
  expect(manaus).toMatch(/última execução.*FROTA_TIME_ZONE=America\/Sao_Paulo/)
  expect(await world.json(['close', '--list'])).toMatchObject({ closes: [] })
})

test('the template of accounts is a file that a close takes', async () => {
  const { stdout } = await world.run(['close', '--accounts-template'])
  const path = join(world.dir, 'accounts.json')
  const ofNobody = '"costCentres": { "Inexistente": "9" }'
  await writeFile(path, stdout.replace('"costCentres": {}', ofNobody))
  const env = { ...ANA, FROTA_ACCOUNTS_FILE: path }
  const said = await world.json(['close', '2026-09', '--preview'], { env })
  const notes = [expect.stringContaining('costCentres "Inexistente"') as unknown]
  expect(said).toMatchObject({ closes: true, notes })
  const journal = await readFile(join(world.reportsDir, '2026-09', 'journal.csv'))
  expect(journal.toString('latin1')).toMatch(/^Data;Valor;Conta Débito;/)
  await writeFile(path, stdout.replace('"cash"', '"caixa"'))
  const { code, stderr } = await world.run(['close', '2026-09', '--preview'], { env })
  expect(code).toBe(2)
  expect(stderr).toMatch(/linha 3, method: "caixa" não serve: use um destes: cash, accrual/)
})

describe('once August is closed', () => {
  beforeAll(async () => {
    const said = await world.json(['close', '2026-08', '--yes'], { env: ANA })
    if (said['state'] !== 'closed') throw new Error(`2026-08 is ${String(said['state'])}`)
  })

  const listed = async (env = {}): Promise<unknown> => {
    const { closes } = await world.json(['close', '--list'], { env })
    return (closes as { unchanged: boolean }[]).map(({ unchanged }) => unchanged)
  }

  test('closing it again says who did, and changes nothing', async () => {
    const before = await readFile(join(folder, 'manifest.json'), 'utf8')
    const said = await world.json(['close', '2026-08', '--yes'], { env: ANA })
    expect(said).toMatchObject({ month: '2026-08', closedBy: 'Ana Souza', unchanged: true })
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(before)
  })

  test('an earlier month is not closed any more', async () => {
    expect(await refused('2026-07', '--yes')).toMatch(/2026-07 é anterior a 2026-08/)
  })

  test('another time zone is refused, since its days are others', async () => {
    const said = await refused('2026-09', '--time-zone', 'America/Manaus')
    expect(said).toMatch(/America\/Sao_Paulo.*2026-08 --reopen/)
  })

  test('another method than the last close had, wherever its folder is now, says what to book by hand, and waits', async () => {
    const path = join(world.dir, 'accrual.json')
    const { stdout } = await world.run(['close', '--accounts-template'])
    await writeFile(path, stdout.replace('"cash"', '"accrual"'))
    const preview = async (accounts: Record<string, string>) => {
      const env = { ...ANA, ...accounts }
      const { stdout: told } = await world.run(['close', '2026-09', '--preview'], { env })
      return told
    }
    const same = await preview({})
    expect(same).not.toMatch(/foi fechado em|regime/)
    const accrual = await preview({ FROTA_ACCOUNTS_FILE: path })
    expect(accrual).toMatch(/^Diário +2026-08 foi fechado em caixa.*Provisione-os à mão/m)
    expect(accrual).toMatch(/^Espera .* 1 pelo regime do diário/m)
    const manifest = join(folder, 'manifest.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace('"method": "cash"', '"method": "accrual"'))
    expect(await preview({})).toMatch(/2026-08 foi fechado em competência.*Estorne à mão/)
    await rm(manifest)
    expect(await preview({})).toMatch(/2026-08: o manifest.json .* não se lê/)
    await writeFile(manifest, text)
    const moved = { FROTA_REPORTS_DIR: join(world.dir, 'moved') }
    await rename(world.reportsDir, moved.FROTA_REPORTS_DIR)
    expect(await preview({ FROTA_ACCOUNTS_FILE: path, ...moved })).toMatch(/fechado em caixa/)
    expect(await listed(moved)).toEqual([true])
    await rename(moved.FROTA_REPORTS_DIR, world.reportsDir)
  })

  test('a changed or missing file of the folder is told', async () => {
    expect(await listed()).toEqual([true])
    const ledger = join(folder, 'ledger.csv')
    const bytes = await readFile(ledger)
    await writeFile(ledger, 'x')
    expect(await listed()).toEqual([false])
    await rm(ledger)
    expect(await listed()).toEqual([false])
    const { code, stderr } = await world.run(['close', '2026-08'])
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/de uma cópia, ou reabra.*frota close 2026-08 --reopen/),
    })
    await writeFile(ledger, bytes)
    expect(await listed()).toEqual([true])
    expect((await world.run(['close', '2026-08'])).code).toBe(0)
  })

  test('it is reopened with a reason, and only if it is closed', async () => {
    expect(await refused('2026-08', '--reopen', '--yes')).toMatch(/--reason/)
    expect(await refused('2026-09', '--reopen', '--reason', 'x', '--yes')).toMatch(
      /não está fechado/,
    )
    const again = ['close', '2026-08', '--reopen', '--reason', 'faltou', '--yes']
    expect(await world.json(again, { env: ANA })).toMatchObject({ reopenedBy: 'Ana Souza' })
    const closed = await world.json(['close', '2026-08', '--yes'], { env: ANA })
    expect(closed).toMatchObject({ state: 'closed', revision: 2, directory: `${folder}.2` })
    expect(await listed()).toEqual([true, true])
  })

  test('a close that a restored ledger does not know keeps its folder', async () => {
    await world.query('delete from frota.month_close where revision = 2')
    const before = await readFile(join(`${folder}.2`, 'manifest.json'), 'utf8')
    for (const [how, state] of [['--preview', 'preview'] as const, ['--yes', 'closed'] as const]) {
      const said = await world.json(['close', '2026-08', how], { env: ANA })
      expect(said).toMatchObject({ state, revision: 3, directory: `${folder}.3` })
    }
    expect(await readFile(join(`${folder}.2`, 'manifest.json'), 'utf8')).toBe(before)
  })
})
