/** Files dropped into a real folder: each ends where its result lies, and none stops the others. */
import { chmod, mkdir, readdir, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { run } from '../../../src/cli/inbox.ts'
import { openOutput } from '../../../src/cli/output.ts'
import { readConfig } from '../../../src/config.ts'
import { Failure } from '../../../src/failure.ts'
import { DAY_MS, openInboxWorld, type InboxWorld } from './inbox-world.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'
import { loneLeases } from '../../support/lone-leases.ts'

const HEADER = 'placa;renavam;uf;cpf;apelido\n'
const ONE = 'ABC1C34;26827649960;SP;529.982.247-25;Van 1\n'
const TWO = 'ABC4F67;00639884962;SP;111.444.777-35;Van 2\n'
const BAD = 'XX;1;ZZ;;\n'
const GOOD = HEADER + ONE

let world: InboxWorld
const { database } = await ledgerForFile()
beforeEach(async () => {
  world = await openInboxWorld(database)
})

test('what is complete is imported, and comes back with its verdicts', async () => {
  await world.drop('frota.csv', HEADER + BAD + ONE)
  expect(await world.look()).toMatchObject({ taken: 0, waiting: 1, againInMs: 10_000 })
  expect(await world.files()).toEqual(['frota.csv'])
  expect(await world.settle()).toEqual({ taken: 1, waiting: 0, againInMs: undefined })
  expect(await world.files()).toEqual(['done/frota.csv', 'done/frota.csv.verdict.csv'])
  expect(await world.text('-frota.csv')).toBe(HEADER + BAD + ONE)
  const verdict = await world.text('.verdict.csv')
  expect(verdict).toMatch(/^placa;renavam;uf;cpf;apelido;frota_status;/)
  expect(verdict).toMatch(/Van 1;repaired;/)
  expect(verdict).toMatch(/\n.*;rejected;.*R-/)
  expect(world.said()).toEqual([
    expect.stringMatching(
      /^principal · frota.csv: imported: 2 rows · 0 accepted · 1 repaired · 1 refused · 1 /,
    ),
  ])
  expect(await world.imports()).toMatchObject([{ fleet: 'principal', state: 'applied', read: 2 }])
})

test('clear documents lie where nobody else looks, unless the folder’s owner shares it', async () => {
  await mkdir(join(world.root, 'shared/refused'), { recursive: true })
  await chmod(join(world.root, 'shared/refused'), 0o750)
  await world.drop('frota.csv', GOOD)
  await world.drop('shared/bad.csv', 'nothing')
  await world.settle()
  const modes = async (folder: string): Promise<string[]> => {
    const path = join(world.root, folder)
    const names = ['.', ...(await readdir(path))]
    const all = await Promise.all(names.map((name) => stat(join(path, name))))
    return all.map(({ mode }) => (mode & 0o777).toString(8))
  }
  expect(await modes('done')).toEqual(['700', '600', '600'])
  expect(await modes('shared/refused')).toEqual(['750', '640', '640'])
})

test('a refused file comes back with the reason and its cure, and stops no other', async () => {
  await world.drop('a.csv', 'nothing of a fleet\n')
  await world.drop('b.csv', HEADER + BAD)
  await world.drop('c.csv', GOOD)
  expect(await world.settle()).toMatchObject({ taken: 3, waiting: 0 })
  expect(await world.files()).toEqual([
    'done/c.csv',
    'done/c.csv.verdict.csv',
    'refused/a.csv',
    'refused/a.csv.reason.txt',
    'refused/b.csv',
    'refused/b.csv.reason.txt',
    'refused/b.csv.verdict.csv',
  ])
  const reason = await world.text('a.csv.reason.txt')
  expect(reason).toMatch(
    /^\uFEFFa.csv: refused at .*\r\n\r\n.*header.*\r\nWithout a use: .*\r\nName the columns/,
  )
  expect(reason).toMatch(/\r\n\r\nNothing was changed \(F-HEADER\)/)
  expect(reason).not.toContain('--map')
  expect(world.said()).toHaveLength(3)
})

test('a file that still grows, or lacks its end, waits; after ten minutes it is judged', async () => {
  const zip = Buffer.from('PK\u0003\u0004 cut short', 'latin1')
  await world.drop('frota.csv', HEADER)
  await world.drop('book.xlsx', zip)
  await world.look()
  await world.drop('frota.csv', GOOD)
  await world.clock.advance(10_000)
  expect(await world.look()).toMatchObject({ taken: 0, waiting: 2 })
  expect(world.said()).toEqual([
    expect.stringMatching(/^book.xlsx: the end of the file is missing/),
  ])
  await world.clock.advance(10_000)
  expect(await world.look()).toMatchObject({ taken: 1, waiting: 1 })
  await world.clock.advance(600_000)
  expect(await world.look()).toMatchObject({ taken: 1, waiting: 0 })
  expect(world.said()).toEqual([
    expect.stringMatching(/frota.csv: imported/),
    expect.stringMatching(/book.xlsx: refused/),
  ])
})

test('the same bytes again change nothing, and both are kept under names of their own', async () => {
  await world.drop('frota.csv', GOOD)
  await world.drop(join('working', encodeURIComponent('host/9/9'), 'frota.csv'), GOOD)
  await world.settle()
  expect(world.said()[1]).toBe('principal · frota.csv: imported before; nothing changed')
  expect(await world.files()).toEqual([
    'done/2-frota.csv',
    'done/2-frota.csv.verdict.csv',
    'done/frota.csv',
    'done/frota.csv.verdict.csv',
  ])
  expect(await world.imports()).toHaveLength(1)
})

test('what an import changes beside its rows is said, also of a claim whose process was killed', async () => {
  await world.drop('sul/frota.csv', GOOD)
  await world.settle()
  world.said()
  await world.drop('norte/frota.csv', GOOD)
  await world.settle()
  const moved = 'Vehicles that leave the fleet sul: 1 (ABC1C34).'
  expect(world.said()).toEqual([
    expect.stringMatching(/^norte · frota.csv: imported: 1 row /),
    `  ${moved}`,
  ])
  expect((await world.files()).filter((path) => path.endsWith('.txt'))).toEqual([
    'norte/done/frota.csv.notes.txt',
  ])
  const notes = await world.text('.notes.txt')
  expect(notes).toMatch(/^\uFEFFfrota.csv: imported at .*\r\n\r\n/)
  expect(notes.split('\r\n')).toContain(moved)
  await world.drop('norte/frota.csv', GOOD)
  await world.settle()
  expect(world.said()).toEqual(['norte · frota.csv: imported before; nothing changed'])
  const killed = join('norte/working', encodeURIComponent('host/9/9'), 'frota.csv')
  await world.drop(killed, GOOD)
  await world.settle()
  expect(world.said()[1]).toBe(`  ${moved}`)
})

test('a fleet has its folder; what is no fleet’s, a link or deeper is said once and left', async () => {
  await world.drop('sul/frota.csv', GOOD)
  await world.drop('sul/2026/deep.csv', GOOD)
  await world.drop('a+b/frota.csv', GOOD)
  await world.drop('@eaDir/frota.csv', GOOD)
  await world.drop('.hidden', GOOD)
  await world.drop('frota.csv.part', GOOD)
  await symlink('/etc/hostname', join(world.root, 'link.csv'))
  expect(await world.settle()).toMatchObject({ taken: 1, waiting: 0 })
  expect(await world.imports()).toMatchObject([{ fleet: 'sul', state: 'applied' }])
  const said = world.said().toSorted()
  expect(said).toEqual([
    expect.stringMatching(/^a\+b: the folder has no name of a fleet/),
    expect.stringMatching(/^link.csv: is no ordinary file/),
    expect.stringMatching(/^sul · frota.csv: imported/),
    expect.stringMatching(/^sul\/2026: only one level/),
  ])
  await world.settle()
  expect(world.said()).toEqual([])
})

test('what a killed process had claimed is taken up; what another works on is not', async () => {
  const living = 'other/2/2'
  const held = (holder: string, name: string): string =>
    join('working', encodeURIComponent(holder), name)
  await world.drop(held('host/9/9', 'left.csv'), GOOD)
  await world.drop(held(living, 'theirs.csv'), HEADER + TWO)
  const leases = loneLeases('host/1/1')
  const gone = async (holders: readonly string[]) => holders.filter((each) => each !== living)
  const inbox = world.other({ ledger: { ...world.tools.ledger, leases: { ...leases, gone } } })
  await inbox.look({ takes: true })
  await world.clock.advance(10_000)
  expect(await inbox.look({ takes: true })).toMatchObject({ taken: 1, waiting: 0 })
  expect(await world.files()).toEqual([
    'done/left.csv',
    'done/left.csv.verdict.csv',
    held(living, 'theirs.csv'),
  ])
})

test('two processes on one folder take each file once', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `fleet ${n}/frota.csv`)
  for (const name of names) await world.drop(name, GOOD)
  const inboxes = ['host/2/2', 'host/3/3'].map((holder) => {
    const leases = { ...loneLeases(holder), gone: async () => [] }
    return world.other({ ledger: { ...world.tools.ledger, leases } })
  })
  for (const inbox of inboxes) await inbox.look({ takes: true })
  await world.clock.advance(10_000)
  const looked = await Promise.all(inboxes.map((inbox) => inbox.look({ takes: true })))
  expect(looked.reduce((sum, { taken }) => sum + taken, 0)).toBe(names.length)
  expect(looked.filter(({ taken }) => taken > 0)).toHaveLength(2)
  const kept = names.map((name) => name.replace('/', '/done/'))
  expect(
    (await world.files()).filter((path) => path.endsWith('.csv') && !/verdict/.test(path)),
  ).toEqual(kept)
})

test('a file that is written while it is read is looked at again, not refused', async () => {
  let writes = 1
  const { uploads } = world.tools
  const keep: typeof uploads.keep = async (id, bytes, about) => {
    await uploads.keep(id, bytes, about)
    if (writes-- > 0) {
      const claimed = join(world.root, 'working', encodeURIComponent('host/1/1'), 'frota.csv')
      await writeFile(claimed, HEADER + ONE + TWO)
      await utimes(claimed, 1, 1)
    }
  }
  const inbox = world.other({ uploads: { ...uploads, keep } })
  const next = async () => {
    await world.clock.advance(10_000)
    return inbox.look({ takes: true })
  }
  await world.drop('frota.csv', GOOD)
  await inbox.look({ takes: true })
  expect(await next()).toMatchObject({ taken: 0 })
  await next()
  expect(await next()).toMatchObject({ taken: 1, waiting: 0 })
  expect(await world.imports()).toMatchObject([{ state: 'refused' }, { state: 'applied', read: 2 }])
  expect((await world.files()).filter((path) => path.startsWith('refused'))).toEqual([])
})

test('a fleet that somebody works for waits, and so does a service that cannot be reached', async () => {
  await world.drop('frota.csv', GOOD)
  const failure = new Failure('already-running', { pt: 'ocupada', en: 'busy' })
  const leases = { ...loneLeases('host/1/1'), take: () => Promise.reject(failure) }
  const busy = world.other({ ledger: { ...world.tools.ledger, leases } })
  const away = world.other({
    verify: () => Promise.reject(new Failure('service-unreachable', { pt: 'away', en: 'away' })),
  })
  for (const inbox of [away, busy]) {
    await inbox.look({ takes: true })
    await world.clock.advance(10_000)
    expect(await inbox.look({ takes: true })).toMatchObject({ taken: 0, waiting: 1 })
  }
  expect(world.said()).toEqual(['frota.csv: away', 'frota.csv: busy'])
  expect(await world.files()).toEqual(['frota.csv'])
})

test('a link in the place of a result folder leads nobody elsewhere', async () => {
  const elsewhere = join(world.root, '..', 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(join(elsewhere, '20200101-000000-precious.csv'), GOOD)
  await symlink(elsewhere, join(world.root, 'done'))
  await world.drop('frota.csv', GOOD)
  expect(await world.settle()).toMatchObject({ taken: 0, waiting: 1 })
  expect(world.said()[1]).toMatch(/^frota.csv: .*done is no real folder; remove/)
  expect(await readdir(elsewhere)).toEqual(['20200101-000000-precious.csv'])
})

test('without a folder to watch the command says what to define', async () => {
  const output = openOutput({ write: () => true }, { json: false, locale: 'en' })
  const config = readConfig({}, {})
  const stop = new AbortController().signal
  const context = { name: 'inbox', words: [], flags: {}, config, output, stop, exitWith: () => {} }
  await expect(run(context)).rejects.toThrow(/set FROTA_INBOX_DIR/)
})

test('a folder that holds the ledger or the reports is not watched, by whatever name', async () => {
  const [link, own] = [join(world.root, '..', 'link'), join(world.root, 'data')]
  await symlink(world.root, link)
  const read = (inbox: string, dataDir: string, reports: string) => () =>
    readConfig({}, { FROTA_INBOX_DIR: inbox, FROTA_DATA_DIR: dataDir, FROTA_REPORTS_DIR: reports })
  const apart = `${world.root}-data`
  for (const inbox of [world.root, link, '/'])
    expect(read(inbox, own, apart)).toThrow(/FROTA_INBOX_DIR: .* FROTA_DATA_DIR/)
  expect(read(world.root, apart, world.root)).toThrow(/FROTA_INBOX_DIR: .* FROTA_REPORTS_DIR/)
  expect(read(world.root, apart, dirname(world.root))).not.toThrow()
})

test('during a night it only looks', async () => {
  await world.drop('frota.csv', GOOD)
  await world.look(false)
  await world.clock.advance(10_000)
  expect(await world.look(false)).toMatchObject({ taken: 0, waiting: 1 })
  expect(await world.look(true)).toMatchObject({ taken: 1, waiting: 0 })
})

test('results are forgotten after thirty days, and nothing else is', async () => {
  await world.drop('frota.csv', GOOD)
  await world.settle()
  await world.drop('done/keep me.csv', GOOD)
  await world.clock.advance(29 * DAY_MS)
  await world.look()
  expect(await world.files()).toHaveLength(3)
  await world.clock.advance(3 * DAY_MS)
  await world.look()
  expect(await world.files()).toEqual(['done/keep me.csv'])
})

test('a watched folder that is not there says what to do', async () => {
  await rename(world.root, `${world.root}-away`)
  await expect(world.look()).rejects.toThrow(/FROTA_INBOX_DIR: .* cannot be read \(ENOENT\); make/)
})
