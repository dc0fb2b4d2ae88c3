/** Who works on a server's ledger: who conducts a night, who helps with it, and who waits. */
import type { Executor } from '../../ledger/effects/executors.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Output } from '../../app/output.ts'
import { shortTime } from '../../app/short-time.ts'

export interface CompanyMember {
  /** Host and process. */
  readonly who: string
  readonly command: string
  readonly does: 'conducts' | 'helps' | 'waits' | 'works'
  /** The schedule whose night it is; null for those that wait or work by themselves. */
  readonly schedule: string | null
  readonly since: Date
}

/** Empty on the embedded database, where one process works. Those that are gone are left out. */
export async function readCompany(
  ledger: Pick<OpenLedger, 'executors' | 'presence' | 'schedules'>,
): Promise<CompanyMember[]> {
  const listed = await ledger.executors.list()
  if (listed.length === 0) return []
  const gone = new Set(await ledger.presence.gone(listed.map(({ holder }) => holder)))
  const schedules = await ledger.schedules.list()
  const there = listed.filter(({ holder }) => !gone.has(holder))
  return there.map((executor) => {
    const { holder, command } = executor
    const who = holder.split('/').slice(0, -1).join('/')
    const conducted = schedules.find(
      ({ last }) => last !== null && last.outcome === null && last.holder === holder,
    )
    const helped = schedules.find(({ id }) => id === executor.helps)
    const schedule = (conducted ?? helped)?.name ?? null
    return { who, command, schedule, ...doingOf(executor, conducted?.last?.startedAt, helped) }
  })
}

function doingOf(
  { command, since, helpsSince }: Executor,
  conductsSince: Date | undefined,
  helped: object | undefined,
): Pick<CompanyMember, 'does' | 'since'> {
  if (conductsSince !== undefined) return { does: 'conducts', since: conductsSince }
  if (helped !== undefined) return { does: 'helps', since: helpsSince ?? since }
  return { does: command === 'worker' ? 'waits' : 'works', since }
}

/** One for each, after a title. */
export function companyParts(
  company: readonly CompanyMember[],
  output: Output,
  zone: string,
): string[] {
  const { say } = output
  return company.map(({ who, command, does, schedule, since }) => {
    const night = schedule === null ? '' : ` ${schedule}`
    const doing = {
      conducts: say(`conduz${night}`, `conducts${night}`),
      helps: say(`ajuda${night}`, `helps${night}`),
      waits: say('espera', 'waits'),
      works: command,
    }[does]
    return `${who} ${doing} ${say('desde', 'since')} ${shortTime(since, output, zone)}`
  })
}
