/** Proposals out, decisions back, and the audit log of them, as people use the command line. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decided, savedByExcel } from '../reconciliation/orders/proposal-samples.ts'
import { fleet, openWorld, startingAt, type Ended, type World } from '../support/run-frota.ts'

const FAILURE = 1
const USAGE = 2
const SLOW_MS = 180_000
/** Of small.csv more than four owe less than the limit on this day, and two more than it. */
const DAY = '2026-11-21T12:00:00-03:00'
let world: World
let proposals: string
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  world = await openWorld({ ...startingAt(DAY), FROTA_TEST_SCALE: '300' })
  env = { FROTA_ORDER_POLICY_FILE: join(world.dir, 'policy.json') }
  const policy = { method: 'pix', twoPeopleAbove: '7000.00' }
  await writeFile(join(world.dir, 'policy.json'), JSON.stringify(policy))
  const { code, stderr } = await run('reconcile', fleet('small.csv'))
  if (code !== 0) throw new Error(stderr)
  await run('orders', 'propose')
  proposals = await readFile(join(world.reportsDir, 'proposals.csv'), 'utf8')
}, SLOW_MS)
afterAll(() => world[Symbol.asyncDispose]())

const run = (...args: string[]): Promise<Ended> => world.run(args, { env })

interface Decided {
  decided: { plate: string; outcome: string; why?: string; line?: number; words: string }[]
  result?: string
}

const FIELD = { decision: 0, plate: 2, amount: 8, total: 12, plan: 15 } as const

/** The proposals by plate: their lines in the file, and what they come to. */
function plans(): { plate: string; plan: string; lines: number[]; cents: number }[] {
  const rows = proposals.trimEnd().split('\r\n').slice(1)
  const cells = rows.map((row) => row.split(';'))
  const of = (row: string[], field: keyof typeof FIELD): string => row[FIELD[field]] ?? ''
  const byPlate = Map.groupBy([...cells.entries()], ([, row]) => of(row, 'plate'))
  return [...byPlate].map(([plate, own]) => {
    const [, first] = own[0] ?? [0, []]
    const cents = Number(of(first, 'total').replace(',', ''))
    return { plate, plan: of(first, 'plan'), lines: own.map(([at]) => at + 1), cents }
  })
}

function numbered(count: number, fits: (cents: number) => boolean) {
  const found = plans().filter(({ cents }) => fits(cents))
  if (found.length < count) throw new Error(`there are only ${found.length} such proposals`)
  return found.slice(0, count)
}

function withTotal(csv: string, at: number, total: string): string {
  const lines = csv.split('\r\n')
  const cells = (lines[at] ?? '').split(';')
  return lines.with(at, cells.with(FIELD.total, total).join(';')).join('\r\n')
}

const LIMIT_CENTS = 7_000_00

async function approve(...args: string[]): Promise<{ ended: Ended; said: Decided }> {
  const ended = await run('orders', ...args, '--json')
  return { ended, said: JSON.parse(ended.stdout) as Decided }
}

test('a file goes to Excel and comes back: what changed bounces, the rest is decided, once', async () => {
  const [good, refused, edited, odd, cheaper] = numbered(5, (cents) => cents <= LIMIT_CENTS)
  const [large] = numbered(1, (cents) => cents > LIMIT_CENTS)
  if (!good || !refused || !edited || !odd || !cheaper || !large) throw new Error('unreachable')
  let csv = decided(proposals, 'Aprovar', ...good.lines, large.lines[0] ?? 0)
  csv = decided(csv, 'rejeitado', refused.lines[0] ?? 0)
  csv = decided(csv, 'aprovar', edited.lines[0] ?? 0)
  csv = decided(csv, 'quem sabe', odd.lines.at(-1) ?? 0)
  csv = withTotal(decided(csv, 'aprovar', cheaper.lines[0] ?? 0), cheaper.lines[0] ?? 0, '1,00')
  csv = csv
    .split('\r\n')
    .map((line, at) => (at === edited.lines[0] ? line.replace(/(?<=;\d+),\d\d(?=;)/, ',01') : line))
    .join('\r\n')
  const back = join(world.dir, 'de volta.csv')
  await writeFile(back, savedByExcel(csv))

  const by = ['approve', '--file', back, '--person', 'Ana Souza']
  const first = await approve(...by)
  expect(first.ended.code).toBe(FAILURE)
  const outcomes = ({ decided: all }: Decided, plate: string) =>
    all.find((each) => each.plate === plate)
  const said = first.said
  expect(outcomes(said, good.plate)).toMatchObject({ outcome: 'approved', people: ['Ana Souza'] })
  expect(outcomes(said, refused.plate)).toMatchObject({ outcome: 'rejected' })
  const blamed = (edited.lines[0] ?? 0) + 1
  const cell = { column: 'amount', found: expect.stringMatching(/^\d+,01$/) }
  const bounce = { outcome: 'bounced', why: 'cell-edited', line: blamed, cell }
  expect(outcomes(said, edited.plate)).toMatchObject(bounce)
  expect(outcomes(said, cheaper.plate)).toMatchObject({
    outcome: 'bounced',
    line: (cheaper.lines[0] ?? 0) + 1,
    words: expect.stringMatching(
      /^não aplicada: a coluna total_do_plano diz "1", e a proposta diz "\d+,\d\d"; gere o arquivo/,
    ),
  })
  const words = expect.stringContaining('a decisão "quem sabe" não se entende; escreva aprovar')
  expect(outcomes(said, odd.plate)).toMatchObject({ why: 'unknown-word', words })
  expect(outcomes(said, large.plate)).toMatchObject({ outcome: 'awaits-second' })
  const result = await readFile(join(world.dir, 'de volta.result.csv'), 'utf8')
  expect(result).toMatch(/^\uFEFFlinha;plano;placa;decisao;resultado;motivo\r\n/)
  expect(result).toMatch(
    new RegExp(`^${blamed};.*;bounced;"?não aplicada: a coluna valor diz`, 'm'),
  )
  expect(result.trimEnd().split('\r\n')).toHaveLength(proposals.trimEnd().split('\r\n').length)

  const again = await approve(...by)
  const unchanged = again.said.decided.filter(({ outcome }) => outcome === 'unchanged')
  expect(new Set(unchanged.map(({ plate }) => plate))).toEqual(
    new Set([good.plate, refused.plate, large.plate]),
  )

  const listed = await run('orders')
  expect(listed.stdout).toMatch(new RegExp(`${large.plate}.*aguarda uma segunda pessoa: Ana Souza`))
  const same = await approve('approve', large.plate, '--person', 'ANA SOUZA')
  expect(same.said.decided).toMatchObject([{ outcome: 'unchanged' }])
  const second = await approve('approve', large.plan, '--person', 'Bia')
  expect(second.said.decided).toMatchObject([
    { outcome: 'approved', people: ['Ana Souza', 'Bia'], words: 'aprovada' },
  ])
})

test('by name and by amount; above the limit nobody without a name', async () => {
  const [large] = numbered(2, (cents) => cents > LIMIT_CENTS).slice(1)
  const nameless = await approve('approve', large?.plate ?? '')
  expect(nameless.ended.code).toBe(FAILURE)
  expect(nameless.said.decided).toMatchObject([{ outcome: 'bounced', why: 'needs-name' }])
  const rejected = await approve('reject', large?.plate ?? '', '--reason', 'vendido')
  expect(rejected.said.decided).toMatchObject([{ outcome: 'rejected' }])
  const none = await run('orders', 'approve', '--all-up-to', '0,01')
  expect(none.stdout).toBe('Nenhuma proposta até este valor.\n')
})

test('an approval is taken back before anything was sent, and a rejection says so', async () => {
  const [, , , , , one] = numbered(6, (cents) => cents <= LIMIT_CENTS)
  const plate = one?.plate ?? ''
  await approve('approve', plate, '--person', 'Bia')
  const early = await approve('reject', plate)
  expect(early.ended.code).toBe(FAILURE)
  const cure = expect.stringMatching(/está aprovada, e nada foi enviado; .* frota orders withdraw$/)
  expect(early.said.decided).toMatchObject([{ why: 'already-approved', words: cure }])
  const taken = await run(
    'orders',
    'withdraw',
    plate,
    '--person',
    'Ana Souza',
    '--reason',
    'vendido',
  )
  expect(taken).toMatchObject({ code: 0 })
  expect(taken.stdout).toContain(`${plate}  aprovação retirada: é uma proposta de novo`)
  const listed = await run('orders')
  expect(listed.stdout).toMatch(
    new RegExp(`${plate}  proposta .*a aprovação foi retirada: Ana Souza`),
  )
  const again = await approve('withdraw', plate)
  expect(again.ended.code).toBe(0)
  expect(again.said.decided).toMatchObject([{ plate, outcome: 'not-approved' }])
  const told = await run('audit', '--last', '1')
  expect(told.stdout).toMatch(/ aprovação retirada +Ana Souza +.*people=Bia reason=vendido/)
  expect((await approve('reject', plate)).said.decided).toMatchObject([{ outcome: 'rejected' }])
})

describe('what cannot be done is refused with the cure', () => {
  test.each([
    [['orders', 'approve'], /Diga quais: frota orders approve ABC1D23/],
    [['orders', 'withdraw'], /Diga quais: frota orders withdraw ABC1D23/],
    [['orders', 'approve', 'ABC1D23'], /Não há proposta para "ABC1D23"; dê a placa ou o número/],
    [['orders', 'approve', 'x', '--all-up-to', '1'], /um dos três/],
    [['orders', 'approve', '--file', fleet('small.csv')], /não é um proposals.csv: faltam/],
    [['orders', 'propose'], /já existe e pode ter decisões/],
    [['audit', 'verify', '--head', '12'], /--head: dê o fim como frota audit o mostra/],
  ])('%j', async (args, says) => {
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: USAGE, stdout: '' })
    expect(stderr).toMatch(says)
  })
})

describe('the audit log', () => {
  const verify = async (...args: string[]) => {
    const { code, stdout } = await run('audit', 'verify', ...args, '--json')
    return { code, ...(JSON.parse(stdout) as { head: { seq: number; hash: string } }) }
  }

  test("is whole, holds the run's head, and tells who decided what", async () => {
    const manifest = JSON.parse(await world.report('manifest.json')) as {
      run: { auditHead: string }
    }
    expect(await verify('--head', manifest.run.auditHead)).toMatchObject({ code: 0, whole: true })
    const { stdout } = await run('audit')
    expect(stdout).toMatch(/^1 .* política mudou +programa +approveUpTo=0.00 method=pix policy=/m)
    expect(stdout.match(/política mudou/g)).toHaveLength(1)
    expect(stdout).toMatch(/^\d+ .* primeira aprovação +Ana Souza /m)
    expect(stdout).toMatch(/ aprovada +Bia .*people=Ana Souza, Bia/)
    expect(stdout).toMatch(/ rejeitada +os:\S+ .*reason=vendido/)
    expect(stdout).toMatch(/^fim do registro: \d+:[0-9a-f]{64}$/m)
    const [plate] = plans()
    const one = await run('audit', 'list', '--plate', plate?.plate ?? '', '--last', '1')
    expect(one.stdout.trimEnd().split('\n')).toHaveLength(2)
  })

  test('goes out as lines that anybody can check, and a changed file is told', async () => {
    const file = join(world.dir, 'audit.jsonl')
    expect((await run('audit', 'export', '--to', file)).code).toBe(0)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    // As docs/approvals.md says: the line without its hash, hashed.
    let previous = '0'.repeat(64)
    for (const line of lines.slice(0, -1)) {
      const text = line.replace(/,"hash":"([0-9a-f]{64})"\}$/, '}')
      expect(text).toContain(`"previous":"${previous}"`)
      previous = createHash('sha256').update(text).digest('hex')
      expect(line).toContain(`"hash":"${previous}"`)
    }
    const head = { seq: lines.length - 1, hash: previous }
    expect(lines.at(-1)).toBe(JSON.stringify({ head }))
    expect(await verify('--file', file)).toMatchObject({ code: 0, whole: true, head })

    await writeFile(file, lines.toSpliced(1, 1).join('\n'))
    const broken = { seq: 2, why: 'missing' }
    expect(await verify('--file', file)).toMatchObject({ code: FAILURE, whole: false, broken })
    expect((await run('audit', 'export', '--to', file)).code).toBe(USAGE)
  })

  test('tells of an entry that somebody changed in the database', async () => {
    await world.read(async (query) => {
      await query('alter table frota.audit disable trigger user')
      await query(`update frota.audit set actor = 'Eva' where seq = 5`)
    })
    expect(await verify()).toMatchObject({ code: FAILURE, broken: { seq: 5, why: 'changed' } })
    const { code, stdout } = await run('audit', 'verify')
    expect(code).toBe(FAILURE)
    expect(stdout).toMatch(/^A entrada 5 foi alterada: o texto não dá o hash gravado com ela\.\n/)
  })
})
