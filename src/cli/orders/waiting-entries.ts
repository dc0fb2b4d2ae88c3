/** The exceptions for a person: all of them, or those named by an id or by a vehicle's plate. */
import type { CommandContext } from '../context.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { shortTime } from '../../app/short-time.ts'
import { personList } from '../../app/reports/exceptions-now.ts'
import { choicesFor, refusalSentence } from './resolve-words.ts'
import { Failure } from '../../failure.ts'
import { confirm } from '../confirm.ts'
import { endByWord, isEndedByWord } from '../../app/reports/end-exceptions.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'

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
  // A vehicle that was sold is found by its plate only: the fleet has its orders.
  const plates = named.vehicles.map(({ plate }) => plate)
  const names = new Set([word.toLowerCase(), word.toUpperCase(), ...plates])
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

/** `frota orders resolve --done`: a person took care of an exception elsewhere, and ends it. */
export async function endEntries(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
  { named, reason }: { readonly named: readonly ExceptionLine[]; readonly reason: string },
): Promise<void> {
  const { output, config } = context
  if (named.length === 0) throw new Failure('usage', refusalSentence({ why: 'not-found' }))
  const ended = named.filter(isEndedByWord)
  if (ended.length === 0) throw new Failure('usage', refusalSentence({ why: 'choice-not-offered' }))
  const ids = new Set(ended.map(({ reference }) => reference))
  if (ids.size > 1) throw severalWait([...ids])
  const { exceptions } = messagesOf(output.locale)
  for (const { code, plate } of ended) output.line(`${plate}  ${exceptions[code].title}`.trim())
  output.tell(
    'Sai desta lista e dos relatórios até começar de novo.',
    'It leaves this list and the reports until it begins anew.',
  )
  await confirm(context)
  const { name: person } = decidingPerson(config)
  await endByWord(ledger, fleet, ended, { person, reason })
  output.tell(`Feito, por ${person}.`, `Done, by ${person}.`)
  output.object({ ended: ended.map(({ code, reference: id, plate }) => ({ code, id, plate })) })
}

export function severalWait(ids: readonly string[]): Failure {
  const all = ids.join(', ')
  return new Failure('usage', {
    pt: `Várias coisas deste veículo esperam; diga qual: ${all}`,
    en: `Several things of this vehicle wait; say which: ${all}`,
  })
}
