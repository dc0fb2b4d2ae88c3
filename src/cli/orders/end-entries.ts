/** `frota orders resolve --done`: a person took care of an exception elsewhere, and ends it. */
import { Failure } from '../../failure.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { ExceptionLine } from '../../reconciliation/reports/files/exception-line.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { endByWord, isEndedByWord } from '../../app/reports/end-exceptions.ts'
import { decidingPerson } from '../../app/access/deciding-person.ts'
import { refusalSentence } from './resolve-words.ts'

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
