/** What every administrative command begins with: the service's tables, beside a running service. */
import { wallClock } from '../../clock.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { Failure } from '../../failure.ts'
import { systemRandom } from '../../random.ts'
import { serviceMigrations } from '../../service/migrations.ts'
import { openServiceDb } from '../../service/service-db.ts'
import type { AdministrationTools } from '../../service/tenants/administration.ts'
import type { CommandContext } from '../context.ts'

/** In an embedded database through whoever owns the directory, if anybody does. */
export async function administer(
  { config, name }: CommandContext,
  act: (tools: AdministrationTools) => Promise<void>,
): Promise<void> {
  await using database = await openDatabase(
    config.DATABASE_URL === undefined
      ? { dataDir: config.FROTA_DATA_DIR, mode: 'read', command: `frota ${name}` }
      : { url: config.DATABASE_URL },
  )
  await migrate(database.pool, serviceMigrations)
  await act({ db: openServiceDb(database.pool), clock: wallClock, random: systemRandom })
}

/** The word at `at`, or a Failure that shows how the command is written. */
export function wordAt({ words, name }: CommandContext, at: number, example: string): string {
  return words[at] ?? missing(name, example)
}

/** A flag that the command cannot do without. */
export function neededFlag(context: CommandContext, flag: string, example: string): string {
  return givenFlag(context, flag) ?? missing(context.name, example)
}

export function givenFlag({ flags }: CommandContext, flag: string): string | undefined {
  const value = flags[flag]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function missing(name: string, example: string): never {
  const words = `frota ${name} ${example}`
  throw new Failure('usage', { pt: `Escreva: ${words}`, en: `Write: ${words}` })
}

/** With its year: what is read much later must still tell when. */
export function when({ output, config }: CommandContext, at: Date | null): string {
  if (at === null) return '—'
  const zone = { timeZone: config.FROTA_TIME_ZONE }
  const style = { dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(output.locale, { ...zone, ...style }).format(at)
}

/** Columns as wide as their widest cell, two spaces apart. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
