/** What people asked for: one open at a time for each fleet, taken by one process, ended once. */
import { beforeEach, expect, test } from 'vitest'
import { takeRequest, type RequestTaking } from '../../../src/app/requests/take-request.ts'
import { Failure } from '../../../src/failure.ts'
import { openRunRequestStore, type Wanted } from '../../../src/ledger/runs/run-requests.ts'
import { ledgerForFile } from '../../support/ledger-for-file.ts'

const AT = new Date('2026-03-02T12:00:00Z')
const UPLOAD = '00000000-0000-4000-8000-000000000001'
const resume: Wanted = {
  fleetName: 'north',
  kind: 'resume',
  name: 'Go on',
  uploadId: null,
  vehicleId: null,
  by: 'Ana',
  at: AT,
}
const file: Wanted = { ...resume, kind: 'import', name: 'north.csv', uploadId: UPLOAD }

const { database, db } = await ledgerForFile()
const requests = openRunRequestStore(db)
beforeEach(() => database.pool.query('TRUNCATE frota.run_request CASCADE'))

/** A process; `gone`: the holders that it knows to have ended. */
function process(
  holder: string,
  run: RequestTaking['run'],
  { stop = new AbortController().signal, gone = [] as string[] } = {},
): { taking: RequestTaking; bugs: unknown[] } {
  const bugs: unknown[] = []
  const leases = { gone: async (of: readonly string[]) => of.filter((each) => gone.includes(each)) }
  const taking = {
    use: (work) => work({ requests, leases } as Parameters<typeof work>[0]),
    holder,
    clock: { now: () => AT.getTime() },
    stop,
    run,
    onBug: (error) => bugs.push(error),
  } satisfies RequestTaking
  return { taking, bugs }
}

const nothing = async (): Promise<void> => undefined

test('a second request of a fleet is not written, and the open one is returned', async () => {
  const first = await requests.ask(file, [Buffer.from('a'), Buffer.from('b')])
  const second = await requests.ask(resume)
  expect(first.isNew).toBe(true)
  expect(second).toEqual({ request: first.request, isNew: false })
  const other = await requests.ask({ ...resume, fleetName: 'south' })
  expect(other.isNew).toBe(true)
  const frames = await Array.fromAsync(requests.frames(first.request))
  expect(frames.map((frame) => Buffer.from(frame).toString())).toEqual(['a', 'b'])
})

test('two processes share one request: the first does it, and its upload is forgotten', async () => {
  const { request } = await requests.ask(file, [Buffer.from('a')])
  const done: string[] = []
  const noted = (who: string) => async () => void done.push(who)
  const both = await Promise.all(
    ['one', 'other'].map((who) => takeRequest(process(who, noted(who)).taking)),
  )
  const [work, ...more] = both.filter((each) => each !== undefined)
  expect(more).toEqual([])
  expect(await work?.()).toBe('done')
  expect(done).toHaveLength(1)
  expect(await Array.fromAsync(requests.frames(request))).toEqual([])
  expect(await requests.latest('north')).toMatchObject({ endedAt: AT, failure: null })
})

test('a failure is kept in both languages, and a bug is told elsewhere', async () => {
  const failure = new Failure('file-refused', { pt: 'sem coluna', en: 'no column' })
  await requests.ask(resume)
  const failing = process('one', () => Promise.reject(failure))
  await (
    await takeRequest(failing.taking)
  )?.()
  const sentence = { code: 'file-refused', pt: 'sem coluna', en: 'no column' }
  expect(await requests.latest('north')).toMatchObject({ endedAt: AT, failure: sentence })
  const bug = new Error('secret detail')
  await requests.ask(resume)
  const broken = process('one', () => Promise.reject(bug))
  await (
    await takeRequest(broken.taking)
  )?.()
  expect(broken.bugs).toEqual([bug])
  expect(JSON.stringify((await requests.latest('north'))?.failure)).not.toContain('secret')
})

test('what a stopped process had is left to the next one, and so is what another works on', async () => {
  const { request } = await requests.ask(resume)
  const stopping = new AbortController()
  const stopped = process('one', async () => stopping.abort(), { stop: stopping.signal })
  expect(await (await takeRequest(stopped.taking))?.()).toBe('later')
  const busy = new Failure('already-running', { pt: '', en: '' })
  const second = process('two', () => Promise.reject(busy))
  expect(await (await takeRequest(second.taking))?.()).toBe('later')
  expect(await requests.open()).toEqual([{ ...request, holder: null }])
})

test('a killed process holds nothing, a frozen one ends nothing that another has', async () => {
  await requests.ask(resume)
  const frozen = await takeRequest(process('one', nothing).taking)
  expect(await takeRequest(process('two', nothing).taking)).toBeUndefined()
  const next = await takeRequest(process('two', nothing, { gone: ['one'] }).taking)
  await frozen?.()
  expect(await requests.open()).toMatchObject([{ holder: 'two', endedAt: null }])
  expect(await next?.()).toBe('done')
})

test('a request whose end could not be stored is done again by the process that has it', async () => {
  await requests.ask(resume)
  const { taking } = process('one', nothing)
  let isAway = false
  const use: RequestTaking['use'] = (work) =>
    isAway ? Promise.reject(new Error('The database does not answer.')) : taking.use(work)
  const first = await takeRequest({ ...taking, use })
  isAway = true
  await expect(first?.()).rejects.toThrow('does not answer')
  isAway = false
  expect(await (await takeRequest({ ...taking, use }))?.()).toBe('done')
  expect(await requests.open()).toEqual([])
})

test('a stop counts for what was asked before it, and only of its fleet', async () => {
  const { request } = await requests.ask(resume)
  await requests.askStop('north', 'Ana', AT)
  expect(await requests.isStopAsked(['north'], request.seq)).toBe(true)
  expect(await requests.isStopAsked(['south'], request.seq)).toBe(false)
  expect(await requests.isStopAsked(['north'], await requests.lastSeq())).toBe(false)
  expect((await requests.latestStop('north'))?.at).toEqual(AT)
})

test('what waits is withdrawn, what a process has taken is not', async () => {
  await requests.ask(resume)
  await requests.withdraw('north', AT)
  expect(await requests.open()).toEqual([])
  await requests.ask(resume)
  await takeRequest(process('one', nothing).taking)
  await requests.withdraw('north', AT)
  expect(await requests.open()).toHaveLength(1)
})
