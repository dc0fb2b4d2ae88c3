/** Who works on a server's ledger: who schedules a night, who processes its jobs, and who waits. */
import type { Executor } from '../../ledger/runs/leases.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import type { Output } from '../../app/output.ts'
import { shortTime } from '../../app/short-time.ts'

export interface WorkerView {
  /** Host and process. */
  readonly who: string
  readonly command: string
  readonly does: 'schedules' | 'processes' | 'waits' | 'works'
  /** The schedule whose night it is; null for those that wait or work by themselves. */
  readonly schedule: string | null
  /** When it began to work on this ledger. */
  readonly since: Date
}

/** Empty on the embedded database, where one process works. Leaves out processes that are gone. */
export async function readWorkers(
  ledger: Pick<OpenLedger, 'leases' | 'schedules'>,
): Promise<WorkerView[]> {
  const executors = await ledger.leases.executors()
  if (executors.length === 0) return []
  const schedules = await ledger.schedules.list()
  return executors.map((executor) => viewOf(executor, schedules))
}

function viewOf(executor: Executor, schedules: readonly Schedule[]): WorkerView {
  const { holder, command, since, processes } = executor
  const who = holder.split('/').slice(0, -1).join('/')
  const own = schedules.find(({ last }) => last?.outcome === null && last.holder === holder)
  if (own !== undefined) return { who, command, does: 'schedules', schedule: own.name, since }
  const others = schedules.find(({ id }) => id === processes)
  if (others !== undefined) return { who, command, does: 'processes', schedule: others.name, since }
  return { who, command, does: command === 'worker' ? 'waits' : 'works', schedule: null, since }
}

/** A title, then one part for each worker. */
export function workerParts(
  workers: readonly WorkerView[],
  output: Output,
  zone: string,
): string[] {
  const { say } = output
  return workers.map(({ who, command, does, schedule, since }) => {
    const night = schedule ?? ''
    const doing = {
      schedules: say(`coordena ${night}`, `schedules ${night}`),
      processes: say(`trabalha em ${night}`, `processes jobs of ${night}`),
      waits: say('espera', 'waits'),
      works: command,
    }[does]
    return `${who} (${say('desde', 'since')} ${shortTime(since, output, zone)}) ${doing}`
  })
}
