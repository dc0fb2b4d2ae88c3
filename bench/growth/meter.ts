/**
 * Loaded before frota in the process that is measured: counts statements, transactions, Redis
 * commands and jobs by the kind of job that makes them, and writes the counts when it ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { Redis } from 'ioredis'
import pg from 'pg'
import { jobs } from '../../jobs/all.ts'
import type { Measured, Stage } from './measured.ts'

/** Statements whose texts differ in their first characters are told apart. */
const TEXT_CHARACTERS_MAX = 400
const TRANSACTION = /^(begin|start transaction|commit|rollback|savepoint|release|set transaction)/i

const stages: Record<string, Stage> = {}
const texts: Record<string, number> = {}
const marks: Measured['marks'] = []
const within = new AsyncLocalStorage<string>()

// The embedded database is a thread of this process, which inherits the import.
if (isMainThread) measure(process.env['FROTA_METER_FILE'] ?? '')

function measure(file: string): void {
  patch(pg.Client.prototype, 'query', ([given]) => sawStatement(textOf(given)))
  patch(Redis.prototype, 'sendCommand', () => (stage().commands += 1))
  for (const [kind, job] of Object.entries(jobs)) {
    patch(
      job,
      'run',
      () => began(kind),
      kind,
      () => (stage(kind).untilMs = performance.now()),
    )
    patch(job, 'due', () => {}, `${kind}: what is due`)
  }
  process.on('exit', () => {
    mark('end')
    const peakKb = process.resourceUsage().maxRSS
    writeFileSync(file, JSON.stringify({ stages, texts, marks, peakKb } satisfies Measured))
  })
  mark('start')
}

/** `name`: whatever the method does, now or later, counts for that stage. */
function patch(
  owner: object,
  method: string,
  before: (given: unknown[]) => void,
  name?: string,
  after?: () => void,
): void {
  const original: unknown = Reflect.get(owner, method)
  if (typeof original !== 'function') throw new Error(`There is no ${method} to measure.`)
  Reflect.set(owner, method, function measured(this: unknown, ...given: unknown[]): unknown {
    const call = (): unknown => {
      before(given)
      return Reflect.apply(original, this, given)
    }
    const answer = name === undefined ? call() : within.run(name, call)
    if (after !== undefined && answer instanceof Promise) void answer.finally(after).catch(() => {})
    return answer
  })
}

function stage(name = within.getStore() ?? 'the rest'): Stage {
  return (stages[name] ??= { jobs: 0, statements: 0, transactions: 0, commands: 0 })
}

function began(kind: string): void {
  const of = stage(kind)
  of.jobs += 1
  of.fromMs ??= performance.now()
  if (of.jobs === 1) mark(kind)
}

function mark(name: string): void {
  const all = process.cpuUsage()
  const main = process.threadCpuUsage()
  marks.push({ name, atMs: performance.now(), cpuMs: sum(all), mainCpuMs: sum(main) })
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

function sawStatement(text: string): void {
  if (TRANSACTION.test(text)) {
    if (/^(begin|start)/i.test(text)) stage().transactions += 1
    return
  }
  stage().statements += 1
  const shown = `${within.getStore() ?? 'the rest'} | ${text.slice(0, TEXT_CHARACTERS_MAX)}`
  texts[shown] = (texts[shown] ?? 0) + 1
}

function textOf(given: unknown): string {
  const text: unknown =
    typeof given === 'object' && given !== null ? Reflect.get(given, 'text') : given
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : 'COPY'
}
