/** `frota bank remove STATEMENT`: takes back the lines of a statement that was read by mistake. */
import { basename } from 'node:path'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { matchBank } from '../../app/books/match-bank.ts'
import { counted } from '../../app/counted.ts'
import { withFleet } from '../../app/ledger/with-fleet.ts'
import type { ReadLine } from '../../ledger/books/bank-lines.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import type { CommandContext } from '../context.ts'
import { matchObject, tellMatch } from './bank-words.ts'
import { reasonGiven, signer } from './signing.ts'

export async function run(context: CommandContext): Promise<void> {
  const { config, output, words } = context
  const fileName = basename(words[0] ?? '')
  const person = signer(context)
  const reason = reasonGiven(context)
  await withFleet(context, async (ledger, fleet) => {
    const { lines } = await ledger.bank.facts(fleet.id)
    const importedAt = newestReading(lines, fileName)
    const removal = { fileName, importedAt, person, reason, at: new Date(wallClock.now()) }
    const closedIn = await ledger.bank.removeStatement(fleet.id, removal)
    if (closedIn !== null) throw new Failure('usage', alreadyClosed(fileName, closedIn))
    const match = await matchBank(ledger, fleet, config.FROTA_TIME_ZONE)
    const removed = lines.length - match.facts.lines.length
    const taken = counted('row', 'read', removed, output)
    const read = displayFor(output.locale, config.FROTA_TIME_ZONE).instant(importedAt.toISOString())
    output.tell(
      `Retirado     ${fileName}, lido em ${read}: ${taken}`,
      `Removed      ${fileName}, read on ${read}: ${taken}`,
    )
    tellMatch(context, match)
    output.object({ file: fileName, readAt: importedAt, removed, person, ...matchObject(match) })
  })
}

/** Throws a Failure, which names the statements that there are, when none has this name. */
function newestReading(lines: readonly ReadLine[], fileName: string): Date {
  const newest = lines
    .filter((line) => line.fileName === fileName)
    .reduce((latest, { importedAt }) => Math.max(latest, importedAt.getTime()), 0)
  if (newest > 0) return new Date(newest)
  const names = [...new Set(lines.map((line) => line.fileName))]
  const known = names.slice(-STATEMENTS_NAMED_MAX).join(', ')
  throw new Failure('usage', {
    pt: `Nenhuma linha veio do extrato "${fileName}" nesta frota; lidos: ${known || 'nenhum'}.`,
    en: `No line came from a statement "${fileName}" in this fleet; read: ${known || 'none'}.`,
  })
}

const STATEMENTS_NAMED_MAX = 12

function alreadyClosed(fileName: string, month: string) {
  return {
    pt: `${month} fechou com linhas de ${fileName}; nada mudou. Diga delas: frota bank say LINHA --none. Se o mês é o último: frota close ${month} --reopen`,
    en: `${month} was closed with lines of ${fileName}; nothing changed. Say of them: frota bank say LINE --none. Where the month is the last: frota close ${month} --reopen`,
  }
}
