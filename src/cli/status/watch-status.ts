/**
 * `frota status --watch`: the status drawn again every second while a command works, until Ctrl-C
 * or the command's end. It never owns the data directory for long: a night must be able to start.
 */
import { wallClock } from '../../clock.ts'
import { readHolder } from '../../database/holder.ts'
import type { CommandContext } from '../context.ts'
import { knownFleet } from '../../app/fleets/known-fleet.ts'
import { openLedger } from '../../app/ledger/open-ledger.ts'
import { readStatus, readStatusLists, statusLines, type StatusLists } from './status-view.ts'

const DRAWN_EVERY_MS = 1_000
/** The lists are read this seldom, since a command works on the same database. */
const LISTED_EVERY_MS = 10_000

export async function watchStatus(context: CommandContext): Promise<void> {
  const { output, stop } = context
  let isOver = false
  while (!isOver && !stop.aborted) isOver = (await watchOnce(context)) === 'nobody-works'
  output.settle()
  if (stop.aborted) return
  output.tell(
    'Nenhum comando em execução: nada muda por enquanto.',
    'No command is running: nothing changes for now.',
  )
}

/** Draws until the end, or until the directory's owner is gone: then the caller opens it anew. */
async function watchOnce(context: CommandContext): Promise<'stopped' | 'nobody-works' | 'gone'> {
  const { config, output, stop } = context
  await using ledger = await openLedger(context, 'read')
  const isOwner =
    config.DATABASE_URL === undefined && readHolder(config.FROTA_DATA_DIR)?.pid === process.pid
  const fleet = await knownFleet(ledger.fleets, config.FROTA_FLEET)
  let drawn = 0
  let lists: StatusLists | undefined
  let listedMs = 0
  while (!stop.aborted) {
    try {
      if (lists === undefined || wallClock.uptime() - listedMs > LISTED_EVERY_MS) {
        lists = await readStatusLists(config, ledger, fleet)
        listedMs = wallClock.uptime()
      }
      const view = await readStatus(config, ledger, fleet, lists)
      const lines = statusLines(view, output, config.FROTA_TIME_ZONE)
      // Blank lines overwrite earlier lines when there are fewer now.
      drawn = Math.max(drawn, lines.length)
      output.redraw([...lines, ...Array<string>(drawn - lines.length).fill('')])
    } catch (error) {
      if (isOwner || config.DATABASE_URL !== undefined) throw error
      return 'gone'
    }
    if (isOwner) return 'nobody-works'
    await wallClock.sleep(DRAWN_EVERY_MS, stop)
  }
  return 'stopped'
}
