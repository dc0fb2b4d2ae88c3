/** `frota audit`: the newest entries of the audit log, or those of a vehicle, an order or a time. */
import { Temporal } from 'temporal-polyfill'
import { Failure } from '../../failure.ts'
import { parsePlate } from '../../fleet/plate.ts'
import type { ShownEntry } from '../../ledger/audit/audit-read.ts'
import { actorKind, auditEvent } from './audit-words.ts'
import type { CommandContext } from '../context.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { tableLines, when } from '../table-lines.ts'
import { fieldsOf } from '../../fields.ts'
import { uuid } from '../../option-parsers.ts'
import { numberFlag } from '../typed-words.ts'

const LISTED = 100
const LISTED_MAX = 10_000

export async function run(context: CommandContext): Promise<void> {
  const { config, output, flags } = context
  const filter = {
    plate: plateOf(flags['plate']),
    orderId: orderOf(flags['order']),
    since: sinceOf(flags['since'], config.FROTA_TIME_ZONE),
  }
  const limit = numberFlag(context, 'last', { max: LISTED_MAX, without: LISTED })
  await using ledger = await openLedger(context, 'read')
  const entries = await ledger.audit.list(filter, limit)
  const head = await ledger.audit.head()
  for (const line of tableLines(entries.map((entry) => cells(context, entry)))) output.line(line)
  if (entries.length === 0) {
    if (head.seq === 0n) output.tell('Nada decidido ainda.', 'Nothing decided yet.')
    else output.tell('Nada do registro é disso.', 'Nothing in the log is of that.')
  }
  output.line(`${output.say('fim do registro', 'head of the log')}: ${head.seq}:${head.hash}`)
  output.object({
    entries: entries.map(({ facts, ...entry }) => ({
      ...entry,
      facts: fieldsOf(JSON.parse(facts)),
    })),
    head,
  })
}

function cells(context: CommandContext, entry: ShownEntry): string[] {
  const { locale } = context.output
  const { actor, facts } = entry
  return [
    entry.seq.toString(),
    when(context, entry.at),
    entry.plate ?? '',
    auditEvent(entry.what, locale),
    actor.kind === 'person' ? actor.name : actorKind(actor.kind, locale),
    factsWords(facts),
  ]
}

/** `debts=130.00 method=pix`: the log's own names, the same in all languages. */
function factsWords(facts: string): string {
  const all = Object.entries(fieldsOf(JSON.parse(facts)))
  const shown = all.filter(([name, value]) => name !== 'plate' && value !== null && value !== '')
  return shown
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : String(value)
      return `${name}=${name === 'binding' ? text.slice(0, 12) : text}`
    })
    .join(' ')
}

function plateOf(flag: string | boolean | undefined): string | undefined {
  if (typeof flag !== 'string') return undefined
  if (/^[0-9]{9,11}$/.test(flag.replace(/[\s.-]/g, ''))) return flag
  const plate = parsePlate(flag)
  if (plate.ok) return plate.value
  throw new Failure('usage', {
    pt: `--plate: "${flag.slice(0, 40)}" não é uma placa nem um RENAVAM.`,
    en: `--plate: "${flag.slice(0, 40)}" is no plate and no RENAVAM.`,
  })
}

function orderOf(flag: string | boolean | undefined): string | undefined {
  if (typeof flag !== 'string') return undefined
  const id = uuid(flag)
  if (id.ok) return id.value
  throw new Failure('usage', {
    pt: `--order: "${flag.slice(0, 40)}" não é o número de um pedido; veja frota orders.`,
    en: `--order: "${flag.slice(0, 40)}" is no id of an order; see frota orders.`,
  })
}

function sinceOf(flag: string | boolean | undefined, zone: string): Date | undefined {
  if (typeof flag !== 'string') return undefined
  try {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(flag)
    const instant = isDay
      ? Temporal.PlainDate.from(flag).toZonedDateTime(zone).toInstant()
      : Temporal.Instant.from(flag)
    return new Date(instant.epochMilliseconds)
  } catch {
    throw new Failure('usage', {
      pt: `--since: "${flag.slice(0, 40)}" não é um dia como 2026-11-21 nem um instante ISO 8601.`,
      en: `--since: "${flag.slice(0, 40)}" is no day such as 2026-11-21 and no ISO 8601 instant.`,
    })
  }
}
