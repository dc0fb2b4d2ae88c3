/** `frota inbox`: imports, once, what lies in the watched folder. */
import { inLocale } from '../bilingual.ts'
import { wallClock } from '../clock.ts'
import { Failure } from '../failure.ts'
import { withKnownService } from '../app/access/known-service.ts'
import type { CommandContext } from './context.ts'
import { inboxLines, inboxObject } from '../app/inbox/inbox-words.ts'
import { lookOnce } from '../app/inbox/attend-inbox.ts'
import { openInbox } from '../app/inbox/open-inbox.ts'
import { requireService } from '../app/require-service.ts'
import { openLedger } from '../app/ledger/open-ledger.ts'

const EXIT_NEEDS_PERSON = 20

export async function run(called: CommandContext): Promise<void> {
  const { output, stop, flags } = called
  if (called.config.FROTA_INBOX_DIR === undefined) throw new Failure('configuration', NO_FOLDER)
  await using ledger = await openLedger(called, 'execute')
  const context = await withKnownService(called, ledger)
  requireService(context)
  const files: object[] = []
  const troubles: string[] = []
  let refused = 0
  const inbox = await openInbox(context, ledger, (event) => {
    for (const line of inboxLines(event, output)) output.line(line)
    if (event.kind === 'trouble') troubles.push(inLocale(event, output.locale))
    else files.push(inboxObject(event, output))
    if (event.kind === 'refused') refused += 1
  })
  if (inbox === undefined) throw new Failure('configuration', NO_FOLDER)
  const waiting = await lookOnce(inbox, wallClock, stop)
  if (files.length === 0) {
    output.tell('Nenhum arquivo foi importado.', 'No file was imported.')
  }
  if (waiting > 0) {
    output.tell(
      `${waiting} ficam para a próxima vez: ainda mudam ou esperam.`,
      `${waiting} are left for the next time: they still change, or wait.`,
    )
  }
  output.object({ files, waiting, troubles })
  if (flags['exit-code'] === true && refused + troubles.length > 0) {
    called.exitWith(EXIT_NEEDS_PERSON)
  }
}

const NO_FOLDER = {
  pt: 'Nenhuma pasta é vigiada: defina FROTA_INBOX_DIR com a pasta em que se põem as planilhas.',
  en: 'No folder is watched: set FROTA_INBOX_DIR to the folder that spreadsheets are put into.',
}
