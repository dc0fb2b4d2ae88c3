/** The exceptions for a person: all of them, or those named by an id or by a vehicle's plate. */
import type { CommandContext } from '../context.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { shortTime } from '../../app/short-time.ts'
import { personList } from '../../app/reports/exceptions-now.ts'
import { choicesFor } from './resolve-words.ts'

/** At most so many of each code. */
const ENTRIES_MAX = 10_000

/** Returns all exceptions when no word is given. */
export async function waitingEntries(
  { config }: Pick<CommandContext, 'config'>,
  { stores }: Pick<OpenLedger, 'stores'>,
  fleet: Fleet,
  word: string | undefined,
): Promise<ExceptionLine[]> {
  const groups = await personList(stores, fleet.id, { config, shown: ENTRIES_MAX })
  const all = groups.flatMap(({ shown }) => shown)
  if (word === undefined) return all
  const named = await stores.vehicles.named(fleet.id, word)
  const names = new Set([word.toLowerCase(), ...named.vehicles.map(({ plate }) => plate)])
  return all.filter(({ reference, orderId, plate }) => {
    return [reference, orderId ?? '', plate].some((name) => name !== '' && names.has(name))
  })
}

/** Lists the exceptions from the ledger alone; sends nothing to the service. */
export function showWaiting(
  { output, config }: CommandContext,
  entries: readonly ExceptionLine[],
): void {
  const { exceptions } = messagesOf(output.locale)
  for (const line of entries) {
    const since = shortTime(new Date(line.since), output, config.FROTA_TIME_ZONE)
    const whose = line.plate === '' ? '' : `${line.plate}  `
    const from = `${output.say('desde', 'since')} ${since}`
    output.line(`${whose}${exceptions[line.code].title}  ${from}  ${line.reference}`)
    output.line(`  ${line.sentence.replaceAll('`', '')}`)
    const choices = choicesFor(line)
    if (choices.length > 0) output.line(`  ${choices.join(' · ')}`)
  }
  if (entries.length === 0) {
    output.tell('Nada espera por uma pessoa.', 'Nothing waits for a person.')
  }
  output.object({
    waiting: entries.map((line) => {
      const { reference: id, code, plate, detail: reason, since, sentence } = line
      const kind = line.effect ?? (code === 'pay-gate-shut' ? 'gate' : null)
      return { id, code, plate, kind, reason, since, sentence, choices: choicesFor(line) }
    }),
  })
}
