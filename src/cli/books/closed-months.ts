/** `frota close --list`, `--reopen`, and what is said of a month that is closed already. */
import { closesOf, isAsClosed } from '../../app/books/month-folder.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { wallClock } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { formatCents } from '../../fleet/money.ts'
import type { MonthClose } from '../../ledger/books/month-closes.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import { displayFor } from '../../reconciliation/reports/words/display.ts'
import { confirm } from '../confirm.ts'
import type { CommandContext } from '../context.ts'
import { reasonGiven, signer } from './signing.ts'

const EXIT_CHANGED = 1

export async function listCloses(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
): Promise<void> {
  const { output, config } = context
  const all = await closesOf(config, ledger, fleet)
  if (all.length === 0) {
    output.tell('Nenhum mês fechado.', 'No month is closed.')
  }
  const told: object[] = []
  for (const close of all) told.push(await tell(context, close))
  output.object({ fleet: fleet.name, closes: told })
}

export async function tellClosed(context: CommandContext, close: MonthClose): Promise<void> {
  const { output } = context
  const told = await tell(context, close)
  if (!told.unchanged) {
    const reopen = `frota close ${close.month} --reopen --reason ${output.say('MOTIVO', 'REASON')}`
    output.warn(
      output.say(
        `Os arquivos deste fechamento não estão como foram escritos: traga a pasta de uma cópia, ou reabra o mês e feche-o de novo: ${reopen}`,
        `The files of this close are not as they were written: bring the folder from a backup, or reopen the month and close it again: ${reopen}`,
      ),
    )
    context.exitWith(EXIT_CHANGED)
  }
  output.object(told)
}

async function tell(context: CommandContext, close: MonthClose) {
  const { output, config } = context
  const { say } = output
  const display = displayFor(output.locale, config.FROTA_TIME_ZONE)
  const isWhole = await isAsClosed(close.folder, close.manifestSha256)
  const words = isWhole
    ? say('pasta intacta', 'folder unchanged')
    : say('A PASTA MUDOU OU FALTA', 'THE FOLDER CHANGED OR IS MISSING')
  const reopened =
    close.reopenedAt === null
      ? ''
      : say(
          ` · reaberto por ${close.reopenedBy} em ${display.instant(close.reopenedAt.toISOString())}: ${close.reopenReason}`,
          ` · reopened by ${close.reopenedBy} on ${display.instant(close.reopenedAt.toISOString())}: ${close.reopenReason}`,
        )
  const at = display.instant(close.closedAt.toISOString())
  output.line(
    `${close.month}.${close.revision}  ${display.money(close.closingCents)}  ${close.closedBy}, ${at}  ${words}  ${close.folder}${reopened}`,
  )
  return {
    month: close.month,
    revision: close.revision,
    closedBy: close.closedBy,
    closedAt: close.closedAt.toISOString(),
    closing: formatCents(close.closingCents),
    waiting: close.waiting,
    folder: close.folder,
    manifest: close.manifestSha256,
    unchanged: isWhole,
    ...(close.reopenedAt === null ? {} : { reopenedBy: close.reopenedBy }),
  }
}

/** Only the newest: the months after it open with its closing. */
export async function reopenMonth(
  context: CommandContext,
  ledger: OpenLedger,
  fleet: Fleet,
  month: string,
): Promise<void> {
  const { output, config } = context
  const standing = (await closesOf(config, ledger, fleet)).filter(
    (each) => each.reopenedAt === null,
  )
  const last = standing.at(-1)
  if (!standing.some((close) => close.month === month)) {
    throw new Failure('usage', {
      pt: `${month} não está fechado; veja: frota close --list`,
      en: `${month} is not closed; see: frota close --list`,
    })
  }
  if (last?.month !== month) {
    throw new Failure('usage', {
      pt: `Só o último mês fechado se reabre: ${last?.month}.`,
      en: `Only the last closed month can be reopened: ${last?.month}.`,
    })
  }
  const person = signer(context)
  const reason = reasonGiven(context)
  await confirm(context)
  await ledger.closes.reopen(fleet.id, { month, person, reason, at: new Date(wallClock.now()) })
  const isWhole = await isAsClosed(last.folder, last.manifestSha256)
  const stays = isWhole
    ? {
        pt: `O primeiro fechamento fica em ${last.folder}.`,
        en: `The first close stays in ${last.folder}.`,
      }
    : {
        pt: `A pasta ${last.folder} não está como foi escrita.`,
        en: `The folder ${last.folder} is not as it was written.`,
      }
  output.tell(
    `${month} reaberto por ${person}. ${stays.pt}`,
    `${month} reopened by ${person}. ${stays.en}`,
  )
  output.object({ month, reopenedBy: person, reason, kept: last.folder })
}
