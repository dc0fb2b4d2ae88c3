/** The ledger as it is, its secret, and what waits in it. Nothing is changed. */
import { existsSync } from 'node:fs'
import { wallClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { noRight, READ_ONLY } from '../../database/database-failure.ts'
import type { Database } from '../../database/open.ts'
import { openMoneyBlockStore } from '../../ledger/effects/money-blocks.ts'
import { openImportStore } from '../../ledger/fleets/imports-sql.ts'
import { openFleetStore } from '../../ledger/fleets/fleets.ts'
import { openQuotaLedger } from '../../ledger/quota/quota-sql.ts'
import { openReportSource } from '../../ledger/reports/report-source.ts'
import type { EngineFacts, WritingFacts } from '../../ledger/runs/engine-facts.ts'
import { openRunStore } from '../../ledger/runs/runs.ts'
import { openScheduleStore } from '../../ledger/runs/schedules.ts'
import { openUpkeepStore } from '../../ledger/runs/upkeep.ts'
import { openLedgerDb } from '../../ledger/schema/tx.ts'
import { openLog } from '../../log.ts'
import { systemRandom } from '../../random.ts'
import { openSecret, secretMark } from '../../secret.ts'
import { enterLedger } from '../ledger/enter-ledger.ts'
import { CLOCK_MS_MAX } from '../ledger/keep-leases.ts'
import { otherSecret } from '../ledger/ledger-secret.ts'
import { secretPath } from '../ledger/open-ledger.ts'
import { countOf, personList } from '../reports/exceptions-now.ts'
import { attention, failed, megabytes, ok, type Finding } from './finding.ts'

const DAY_MS = 86_400_000
const BACKUP_DAYS_MAX = 7
const RUNS_READ_MAX = 500

/** What the engine tells of itself, beside the time of this machine. Pure. */
export function judgeLedger(
  { version, bytes, nowMs, slow, readOnly, lacks }: EngineFacts & WritingFacts,
  { engine, hereMs, pending }: { engine: Database['engine']; hereMs: number; pending: number },
): Finding {
  if (readOnly) return { check: 'ledger', level: 'wrong', said: READ_ONLY }
  if (lacks !== null) return { check: 'ledger', level: 'wrong', said: noRight(lacks) }
  const name = engine === 'pglite' ? 'PGlite' : 'PostgreSQL'
  const size = megabytes(bytes)
  const [slowest] = slow
  if (slowest !== undefined) {
    const seconds = Math.round(slowest.seconds)
    const lock = slowest.waitsForLock
    return attention(
      'ledger',
      `${name} ${version}: uma instrução dura ${seconds} s${lock ? ', à espera de outra' : ''} ` +
        `(${slowest.text}…): veja em pg_stat_activity quem a segura`,
      `${name} ${version}: a statement takes ${seconds} s${lock ? ', waiting for another' : ''} ` +
        `(${slowest.text}…): see in pg_stat_activity who holds it`,
    )
  }
  const apartMs = Math.abs(nowMs - hereMs)
  if (engine === 'postgresql' && apartMs > CLOCK_MS_MAX) {
    const seconds = Math.round(apartMs / 1000)
    return attention(
      'ledger',
      `o relógio do banco difere ${seconds} s do desta máquina: acerte os dois (NTP)`,
      `the database's clock differs by ${seconds} s from this machine's: set both (NTP)`,
    )
  }
  const update = {
    pt: pending === 0 ? '' : `, ${pending} migrações, que o próximo comando aplica se estiver só`,
    en: pending === 0 ? '' : `, ${pending} migrations, which the next command applies if alone`,
  }
  return ok(
    'ledger',
    `${name} ${version}, ${size.pt}${update.pt}`,
    `${name} ${version}, ${size.en}${update.en}`,
  )
}

/** `database`: undefined where no ledger can be read, and the file is judged alone. */
export async function checkSecret(
  config: Config,
  database: Database | undefined,
): Promise<Finding> {
  const path = secretPath(config)
  const db = database && openLedgerDb(database.pool)
  const mark = db === undefined ? null : (await openUpkeepStore(db).read()).secretMark
  let isMissing = false
  const isFirstStart = async (): Promise<boolean> => {
    isMissing = true
    return false
  }
  try {
    const secret = await openSecret(path, systemRandom, isFirstStart)
    if (mark !== null && mark !== secretMark(secret)) throw otherSecret(path)
    return ok('secret', path, path)
  } catch (error) {
    const isUnused =
      mark === null && (db === undefined || (await openFleetStore(db).all()).length === 0)
    if (!isMissing || !isUnused) return failed('secret', error)
    return ok('secret', 'o primeiro comando o cria', 'the first command makes it')
  }
}

export async function checkQuota({ pool }: Database): Promise<Finding> {
  const quota = openQuotaLedger(pool)
  const parts: string[] = []
  for (const bucket of await quota.buckets()) {
    const { used, max, notBeforeMs, nowMs, paceMs } = await quota.facts(bucket)
    parts.push(`${bucket} ${used}/${max}`)
    if (paceMs !== undefined) {
      const seconds = Math.round(paceMs / 1000)
      return attention(
        'quota',
        `${bucket} anda uma vaga a cada ${seconds} s, por 429 inesperados: desligue o outro programa ` +
          `desta credencial, depois frota quota --reset-pace ${bucket}`,
        `${bucket} keeps a pace of one slot each ${seconds} s after unexpected 429s: stop the other ` +
          `program of this credential, then frota quota --reset-pace ${bucket}`,
      )
    }
    if (notBeforeMs !== undefined && notBeforeMs > nowMs) {
      const until = new Date(notBeforeMs).toISOString()
      return attention(
        'quota',
        `${bucket} espera até ${until}, a pedido do serviço: veja frota quota`,
        `${bucket} waits until ${until}, as the service asked: see frota quota`,
      )
    }
  }
  if (parts.length === 0) return ok('quota', 'nenhuma vaga usada', 'no slot used yet')
  return ok('quota', parts.join(', '), parts.join(', '))
}

export async function checkWork(config: Config, database: Database): Promise<Finding> {
  const { pool, engine } = database
  const db = openLedgerDb(pool)
  const block = await openMoneyBlockStore(db).current()
  if (block !== undefined) {
    return attention(
      'work',
      'o dinheiro espera até que todos os pedidos sejam lidos: frota nightly (sem --fleet)',
      'money waits until all orders were read: frota nightly (without --fleet)',
    )
  }
  const log = openLog(config.LOG_LEVEL)
  await using leases = await enterLedger(database, db, {
    mode: 'read',
    command: 'doctor',
    clock: wallClock,
    log,
    onBack: () => undefined,
  })
  const runs = openRunStore(db, leases.gone)
  const stores = {
    imports: openImportStore(db, pool),
    reports: openReportSource(db, engine === 'postgresql'),
  }
  let forPerson = 0
  const ahead = (await runs.list({ limit: RUNS_READ_MAX })).find(
    ({ startedAt }) => startedAt.getTime() > wallClock.now() + CLOCK_MS_MAX,
  )
  if (ahead !== undefined) {
    const at = ahead.startedAt.toISOString()
    return attention(
      'work',
      `a execução ${ahead.number} é de ${at}, adiante do relógio: até lá valem as respostas e as vagas ` +
        'dela; acerte o relógio, ou restaure a cópia de antes (frota restore PASTA --replace)',
      `run ${ahead.number} is of ${at}, ahead of the clock: its answers and slots count until then; ` +
        'set the clock, or restore the backup from before (frota restore FOLDER --replace)',
    )
  }
  for (const fleet of await openFleetStore(db).all()) {
    const last = await runs.find('latest', fleet.id)
    const givenUp = last?.givenUp.length ?? 0
    if (last !== undefined && (last.state === 'interrupted' || givenUp > 0)) {
      const why = givenUp > 0 ? GIVEN_UP : INTERRUPTED
      return attention(
        'work',
        `a execução ${last.number} ${why.pt}: continue com frota resume --fleet ${fleet.name}`,
        `run ${last.number} ${why.en}: go on with frota resume --fleet ${fleet.name}`,
      )
    }
    if (last?.reportsDir === null && ['done', 'carried-over', 'stopped'].includes(last.state)) {
      const { number, failure, holder } = last
      // Whoever lives may still write them.
      if (failure !== null || (await leases.gone([holder])).length > 0) {
        const cure = `frota report ${number} --fleet ${fleet.name}`
        return attention(
          'work',
          `a execução ${number} não tem relatórios: ${cure}`,
          `run ${number} has no reports: ${cure}`,
        )
      }
    }
    forPerson += countOf(await personList(stores, fleet.id, { config, shown: 1 }))
  }
  if (forPerson === 0) return ok('work', 'nada parado', 'nothing stuck')
  return attention(
    'work',
    `${forPerson} ${forPerson === 1 ? 'espera' : 'esperam'} por uma pessoa: frota orders resolve`,
    `${forPerson} ${forPerson === 1 ? 'waits' : 'wait'} for a person: frota orders resolve`,
  )
}

const GIVEN_UP = { pt: 'abandonou trabalho', en: 'gave up work' }
const INTERRUPTED = { pt: 'foi interrompida', en: 'was interrupted' }

/** Schedules keep the zone that they were added with. */
export async function checkZone(config: Config, database: Database | undefined): Promise<Finding> {
  const { FROTA_TIME_ZONE: zone, FROTA_START_AT: startAt } = config
  if (startAt !== undefined) {
    return attention(
      'time-zone',
      'FROTA_START_AT põe o relógio noutra data: retire-a fora de testes',
      'FROTA_START_AT sets the clock to another date: remove it outside of tests',
    )
  }
  const schedules =
    database === undefined ? [] : await openScheduleStore(openLedgerDb(database.pool)).list()
  const other = schedules.find((schedule) => schedule.zone !== zone)
  if (other === undefined) return ok('time-zone', zone, zone)
  return attention(
    'time-zone',
    `"hoje" é de ${zone}, e o agendamento ${other.name} é de ${other.zone}: acerte FROTA_TIME_ZONE, ` +
      `ou refaça o agendamento (frota schedules remove ${other.name}, depois add)`,
    `"today" is of ${zone}, and the schedule ${other.name} of ${other.zone}: correct ` +
      `FROTA_TIME_ZONE, or make the schedule again (frota schedules remove ${other.name}, then add)`,
  )
}

export async function checkBackup(database: Database, nowMs: number): Promise<Finding> {
  const db = openLedgerDb(database.pool)
  const { backedUpAt, backedUpTo } = await openUpkeepStore(db).read()
  const place = backedUpTo ?? ''
  const days = backedUpAt === null ? null : Math.floor((nowMs - backedUpAt.getTime()) / DAY_MS)
  const isRecent = days !== null && days <= BACKUP_DAYS_MAX
  const said = `${backedUpAt?.toISOString() ?? ''} ${place}`
  if (isRecent && existsSync(place)) return ok('backup', said, said)
  if (!isRecent && (await openFleetStore(db).all()).length === 0) {
    return ok('backup', 'nada a guardar ainda', 'nothing to keep yet')
  }
  let [pt, en] = ['nenhuma cópia foi feita', 'no backup was made yet']
  if (isRecent) {
    pt = `a última cópia não está aqui (${place}); traga-a de volta, ou faça outra`
    en = `the last backup is not there from here (${place}); bring it back, or make another`
  } else if (days !== null) {
    pt = `a última cópia tem ${days} dias (${place})`
    en = `the last backup is ${days} days old (${place})`
  }
  return attention('backup', `${pt}: frota backup PASTA`, `${en}: frota backup FOLDER`)
}
