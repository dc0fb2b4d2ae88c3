/** `frota retry`: what failed is asked again, and nothing that was answered is lost from sight. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type Ended, type ServiceFacts, type World } from '../support/run-frota.ts'

/** Always answered; failing once; always failing (docs/faults.md). */
const ANSWERED = [
  ['ZZN1A11', '02837517024'],
  ['ZZN1A12', '09690517916'],
  ['ZZN1A13', '18025729392'],
] as const
const FAILS_ONCE = ['ZZM1A11', '03528039860'] as const
const FAILS = ['ZZL1A11', '16539904925'] as const
const EXIT_FAILURE = 1
const EXIT_USAGE = 2

let service: World
let facts: ServiceFacts
let runner: World

beforeAll(async () => {
  service = await openWorld()
  facts = await service.serve()
})
afterAll(() => service[Symbol.asyncDispose]())

/** A ledger, an account and a key of its own, so that nothing was asked about before. */
async function openRunner(): Promise<World> {
  const name = crypto.randomUUID()
  const account = await service.json(['service', 'accounts', 'create', name, '--brand', 'demo'])
  const words = ['service', 'keys', 'create', '--brand', 'demo', '--name', name]
  const key = await service.json(words)
  return openWorld({
    FROTA_API_URL: facts.url,
    FROTA_API_KEY: String(key['apiKey']),
    FROTA_ACCOUNT_ID: String(account['id']),
  })
}

async function fileOf(vehicles: readonly (readonly [string, string])[]): Promise<string> {
  const rows = vehicles.map(([plate, renavam]) => `${plate},${renavam},SP,52998224725`)
  const path = join(runner.dir, 'fleet.csv')
  await writeFile(path, ['plate,renavam,uf,owner_document', ...rows].join('\n'))
  return path
}

async function members(): Promise<object> {
  const manifest = JSON.parse(await runner.report('manifest.json')) as Manifest
  const { open, answered, failed } = manifest.stages.members
  return { open, answered, failed, ready: manifest.stages.consultations.ready }
}

interface Manifest {
  stages: {
    members: { open: number; answered: number; failed: number }
    consultations: { ready: number }
  }
}

function campaigns(): Promise<number> {
  return runner.count('SELECT count(*) FROM frota.campaign')
}

async function ordinals(): Promise<Record<string, number>> {
  const rows = await runner.query(`SELECT plate, ordinal FROM frota.campaign_member
    JOIN frota.vehicle ON id = vehicle_id WHERE ordinal > 1 ORDER BY plate`)
  return Object.fromEntries(rows.map(({ plate, ordinal }) => [plate, Number(ordinal)]))
}

function said({ code, stdout, stderr }: Ended): object {
  const lines = stdout.split('\n').filter((line) => /de novo|consultados? \d|falhou/.test(line))
  return { code, lines, stderr }
}

describe('a fleet of which two fail, with nothing open any more', () => {
  beforeAll(async () => {
    runner = await openRunner()
  })
  afterAll(() => runner[Symbol.asyncDispose]())

  test('retry needs a fleet, with a plate or without', async () => {
    for (const plate of [[], ['ZZL1A11']]) {
      const unknown = await runner.run(['retry', ...plate])
      expect(unknown.code).toBe(EXIT_USAGE)
      expect(unknown.stderr).toContain('frota reconcile')
    }
  })

  test('reconcile ends with 0', async () => {
    const file = await fileOf([...ANSWERED, FAILS_ONCE, FAILS])
    expect((await runner.run(['reconcile', file])).code).toBe(0)
    expect(await members()).toEqual({ open: 0, answered: 3, failed: 2, ready: 3 })
  })

  test('retry asks those two again, and its report keeps the three answers', async () => {
    const ended = await runner.run(['retry'])
    const lines = ['2 veículos são consultados de novo.']
    expect(said(ended)).toEqual({ code: 0, lines, stderr: '' })
    expect(await members()).toEqual({ open: 0, answered: 4, failed: 1, ready: 4 })
    expect(await campaigns()).toBe(1)
    expect(await ordinals()).toEqual({ ZZL1A11: 2, ZZM1A11: 2 })
  })

  test('resume after it ends with 0 and speaks of the same five', async () => {
    const object = await runner.json(['resume'])
    expect(object).toMatchObject({ state: 'done', carriedOver: 0, closes: true })
    expect(await members()).toEqual({ open: 0, answered: 4, failed: 1, ready: 4 })
    expect(await campaigns()).toBe(1)
  })

  test('retry again asks the last one, until it was asked as often as one may be', async () => {
    const plan = join(runner.dir, 'plan.json')
    await writeFile(plan, '{ "askedMax": 3 }')
    const env = { FROTA_PLAN_FILE: plan }
    const again = ['1 veículo é consultado de novo.']
    expect(said(await runner.run(['retry'], { env }))).toEqual({
      code: 0,
      lines: again,
      stderr: '',
    })
    const asked = await service.count('SELECT count(*) FROM service.consultation')
    const spent = [
      '1 veículo já foi consultado 3 vezes sem resposta; confira os dados em exceptions.csv ' +
        'antes da próxima consulta da frota.',
    ]
    expect(said(await runner.run(['retry'], { env }))).toEqual({
      code: 0,
      lines: spent,
      stderr: '',
    })
    expect(await service.count('SELECT count(*) FROM service.consultation')).toBe(asked)
    expect(await members()).toEqual({ open: 0, answered: 4, failed: 1, ready: 4 })
    expect(await ordinals()).toEqual({ ZZL1A11: 3, ZZM1A11: 2 })
    expect(await campaigns()).toBe(1)
  })

  test('retry of a plate asks that vehicle alone again, also while its answer is fresh', async () => {
    const lines = ['1 veículo é consultado de novo.']
    expect(said(await runner.run(['retry', 'zzn1a11']))).toEqual({ code: 0, lines, stderr: '' })
    expect(await ordinals()).toEqual({ ZZL1A11: 3, ZZM1A11: 2, ZZN1A11: 2 })
    expect(await members()).toEqual({ open: 0, answered: 4, failed: 1, ready: 5 })
    expect(await campaigns()).toBe(1)
  })

  test('a vehicle that joins the fleet and fails is not every consultation', async () => {
    const file = await fileOf([...ANSWERED, FAILS_ONCE, FAILS, ['ZZL1A12', '00452897475']])
    expect((await runner.run(['reconcile', file])).code).toBe(0)
  })

  test('retry of a plate that the fleet does not have, or has no longer, asks nobody', async () => {
    const unknown = await runner.run(['retry', 'ZZN1A99'])
    expect(unknown.code).toBe(EXIT_USAGE)
    expect(unknown.stderr).toContain('ZZN1A99')
    const left = await runner.run(['reconcile', await fileOf([...ANSWERED])])
    expect(left.code).toBe(0)
    const asked = await ordinals()
    const gone = await runner.run(['retry', 'ZZL1A11'])
    expect(gone.code).toBe(EXIT_USAGE)
    expect(gone.stderr).toContain('ZZL1A11 não se pergunta agora: saiu da frota')
    expect(await ordinals()).toEqual(asked)
  })
})

describe('other fleets', () => {
  beforeEach(async () => {
    runner = await openRunner()
    return () => runner[Symbol.asyncDispose]()
  })

  test('where every vehicle of the fleet fails, reconcile and retry end with 1', async () => {
    const ended = await runner.run(['reconcile', await fileOf([FAILS])])
    expect(ended.code).toBe(EXIT_FAILURE)
    expect(ended.stderr).toBe(
      'frota: Todas as consultas falharam; veja exceptions.csv, que diz por quê.\n',
    )
    expect((await runner.run(['retry'])).code).toBe(EXIT_FAILURE)
    expect(await campaigns()).toBe(1)
  })
})
