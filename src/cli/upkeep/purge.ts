/** `frota purge`: deletes what is kept no longer; with `--dry-run` shows the table and what would go. */
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { purge } from '../../app/purge/purge.ts'
import { inLocale } from '../../bilingual.ts'
import { wallClock } from '../../clock.ts'
import type { CommandContext } from '../context.ts'
import { tableLines, when } from '../table-lines.ts'

const KEPT = {
  pt: 'Guardados sem prazo: dinheiro, sua auditoria e seus comprovantes, meses fechados.',
  en: 'Kept without an end: money, its audit log and evidence, closed months.',
}

export async function run(context: CommandContext): Promise<void> {
  const { config, output, flags, stop } = context
  const { line, locale, say, tell } = output
  const isDry = flags['dry-run'] === true
  await using ledger = await openLedger(context, 'read')
  const { database } = ledger
  const all = await purge({ config, database, clock: wallClock, stop }, { erases: !isDry })
  const shown = isDry ? all : all.filter(({ count }) => count > 0)
  const heading = isDry
    ? say('O QUE|DIAS|PARA|A APAGAR|MAIS ANTIGO', 'WHAT|DAYS|FOR|TO DELETE|OLDEST')
    : say('O QUE|DIAS|PARA|APAGADOS|MAIS ANTIGO', 'WHAT|DAYS|FOR|DELETED|OLDEST')
  const rows = shown.map(({ what, days, why, count, oldest }) => {
    const words = [inLocale(what, locale), String(days), inLocale(why, locale)]
    return [...words, String(count), count === 0 ? '' : when(context, oldest)]
  })
  if (shown.length > 0) for (const each of tableLines([heading.split('|'), ...rows])) line(each)
  else tell('Nada passou do prazo de guarda.', 'Nothing is past its time.')
  if (isDry) line(inLocale(KEPT, locale))
  const told = all.map(({ key, days, count, oldest }) => ({ key, days, count, oldest }))
  output.object({ dryRun: isDry, stopped: stop.aborted, rows: told })
}
