/** Pure. One bucket of the quota as people read it, and as scripts do. */
import { instant } from '../../clock.ts'
import type { BucketStatus, SlotUser } from '../../ledger/quota/bucket-status.ts'
import type { BucketFacts, QuotaUse } from '../../ledger/quota/quota.ts'
import { counted } from '../../app/counted.ts'
import { duration } from '../../app/duration.ts'
import type { Output } from '../../app/output.ts'
import { tableOf } from '../table-lines.ts'
import { shortTime } from '../../app/short-time.ts'
import { effectKind, slotState } from '../words.ts'

export interface BucketView {
  readonly facts: BucketFacts
  readonly status: BucketStatus
  readonly users: readonly SlotUser[]
  /** True if the credential left FROTA_FLEETS_FILE: only its history remains. */
  readonly isRemoved: boolean
}

export function quotaLines(view: BucketView, output: Output, zone: string): string[] {
  const { facts, users } = view
  const at = (ms: number): string => shortTime(new Date(ms), output, zone)
  const { say } = output
  const next = facts.nextFreeAtMs <= facts.nowMs ? say('agora', 'now') : at(facts.nextFreeAtMs)
  const allFreeAtMs = facts.freeAtsMs.at(-1)
  const first = [
    `${facts.used}/${facts.max} ${say('usadas', 'used')}`,
    counted('line', 'free', facts.free, output),
    `${say('próxima', 'next')} ${next}`,
    ...(allFreeAtMs === undefined ? [] : [`${say('todas livres', 'all free')} ${at(allFreeAtMs)}`]),
  ]
  const lines = [`${facts.bucket}: ${first.join(', ')}`, ...reasonLines(view, output, at)]
  if (users.length === 0) return lines
  const free = say('livre', 'free')
  const table = tableOf(users, [
    [say('QUANDO', 'WHEN'), ({ reservedAtMs }) => at(reservedAtMs)],
    [say('PLACA', 'PLATE'), ({ plate }) => plate ?? '—'],
    [say('PARA', 'FOR'), ({ kind }) => (kind === null ? '—' : effectKind(kind, output.locale))],
    [
      say('EXECUÇÃO', 'RUN'),
      ({ run, command }) => (run === null ? '—' : `${run} ${command ?? ''}`.trim()),
    ],
    [say('ESTADO', 'STATE'), ({ state }) => slotState(state, output.locale)],
    [say('LIVRE ÀS', 'FREE AT'), ({ freeAtMs }) => (freeAtMs > facts.nowMs ? at(freeAtMs) : free)],
  ])
  return [...lines, ...table.map((line) => `  ${line}`)]
}

/** Reasons why no slot is granted although units are free. */
function reasonLines(
  { facts, status, isRemoved }: BucketView,
  output: Output,
  at: (ms: number) => string,
): string[] {
  const { say } = output
  const { retryAfterMs, paceMs, pacedUntilMs, foreign } = status
  const lines: string[] = []
  if (isRemoved) {
    lines.push(
      say(
        'Credencial que não está mais em FROTA_FLEETS_FILE: só o histórico, não conta mais.',
        'A credential that is no longer in FROTA_FLEETS_FILE: history only, it counts no more.',
      ),
    )
  }
  if (retryAfterMs !== null) {
    lines.push(
      say(
        `Nada sai antes de ${at(retryAfterMs)}: o serviço pediu essa espera (429, Retry-After).`,
        `Nothing leaves before ${at(retryAfterMs)}: the service asked for it (429, Retry-After).`,
      ),
    )
  }
  if (foreign !== null) {
    lines.push(
      say(
        `${foreign.units} contam como usadas por outro até ${at(foreign.untilMs)}: o serviço ` +
          'respondeu 429 com vagas ainda livres aqui.',
        `${foreign.units} count as used by somebody else until ${at(foreign.untilMs)}: the ` +
          'service answered 429 while slots were free here.',
      ),
    )
  }
  if (paceMs !== null) {
    const pace = duration(paceMs, output)
    const next =
      pacedUntilMs === null
        ? ''
        : say(`, a próxima às ${at(pacedUntilMs)}`, `, the next at ${at(pacedUntilMs)}`)
    lines.push(
      say(
        `Uma vaga a cada ${pace}${next}: ritmo aprendido com ${facts.throttles} respostas 429 ` +
          `inesperadas. Para esquecê-lo: frota quota --reset-pace ${facts.bucket}`,
        `One slot each ${pace}${next}: a pace learned from ${facts.throttles} unexpected 429 ` +
          `answers. To forget it: frota quota --reset-pace ${facts.bucket}`,
      ),
    )
  } else if (facts.throttles > 0) {
    lines.push(
      say(
        `Respostas 429 inesperadas até hoje: ${facts.throttles}. A próxima ensina um ritmo.`,
        `Unexpected 429 answers so far: ${facts.throttles}. The next one teaches a pace.`,
      ),
    )
  }
  return lines.map((line) => `  ${line}`)
}

/** `uses`: those that still occupy the bucket, as the ledger has them. */
export function quotaObject(view: BucketView, uses: readonly QuotaUse[]) {
  const { facts, status, users, isRemoved } = view
  const { bucket, used, max, free, nextFreeAtMs, freeAtsMs, throttles } = facts
  const [budget, ...credential] = bucket.split('/')
  const allFreeAtMs = freeAtsMs.at(-1)
  const { retryAfterMs, paceMs, pacedUntilMs, foreign } = status
  return {
    bucket,
    budget,
    credential: credential.join('/'),
    isRemoved,
    used,
    max,
    free,
    nextFreeAt: instant(nextFreeAtMs),
    allFreeAt: allFreeAtMs === undefined ? null : instant(allFreeAtMs),
    retryAfter: retryAfterMs === null ? null : instant(retryAfterMs),
    paceMs,
    pacedUntil: pacedUntilMs === null ? null : instant(pacedUntilMs),
    foreign: foreign === null ? null : { units: foreign.units, until: instant(foreign.untilMs) },
    throttles,
    uses,
    lastUses: users.map(({ reservedAtMs, settledAtMs, freeAtMs, ...user }) => ({
      ...user,
      reservedAt: instant(reservedAtMs),
      settledAt: settledAtMs === undefined ? null : instant(settledAtMs),
      freeAt: instant(freeAtMs),
    })),
  }
}
