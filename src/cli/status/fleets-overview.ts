/** One line for each fleet of an installation that has several. */
import type { Config } from '../../config.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Run } from '../../ledger/runs/runs.ts'
import type { OpenLedger } from '../../app/ledger/open-ledger.ts'
import { countOf, personList } from '../../app/reports/exceptions-now.ts'
import { readStages, vehiclesIn, type Stages } from '../../app/stages/read-stages.ts'
import { stageWords } from '../../app/stages/stage-words.ts'
import { shortTime } from '../../app/short-time.ts'
import type { Output } from '../../app/output.ts'
import { runState } from '../words.ts'

interface FleetOverview {
  readonly fleet: Fleet
  readonly stages: Stages
  readonly run: Run | undefined
  readonly needsPerson: number
}

/** More than a person looks at; each costs a handful of queries. */
const FLEETS_SHOWN_MAX = 50

export async function readFleets(
  config: Config,
  { stores, quota }: OpenLedger,
  fleets: readonly Fleet[],
): Promise<FleetOverview[]> {
  const all: FleetOverview[] = []
  for (const fleet of fleets.slice(0, FLEETS_SHOWN_MAX)) {
    const stages = await readStages({ stores, gate: quota, buckets: undefined }, fleet)
    const needsPerson = countOf(await personList(stores, fleet.id, { config, shown: 1 }))
    all.push({ fleet, stages, run: await stores.runs.find('latest', fleet.id), needsPerson })
  }
  return all
}

/** `all`: how many fleets there are. */
export function fleetLines(
  overviews: readonly FleetOverview[],
  all: number,
  output: Output,
  zone: string,
): string[] {
  if (overviews.length === 0) return []
  const { say } = output
  const width = Math.max(...overviews.map(({ fleet }) => fleet.name.length))
  const lines = overviews.map(({ fleet, stages, run, needsPerson }) => {
    const { register, consult } = stageWords(stages, output)
    const parts = [
      ...register.said,
      ...consult.said,
      needsPerson > 0 && `${needsPerson} ${say('para uma pessoa', 'for a person')}`,
      run !== undefined &&
        `${say('execução', 'run')} ${run.number} ${runState(run.state, output.locale)} ` +
          shortTime(run.startedAt, output, zone),
    ]
    return `${fleet.name.padEnd(width)}  ${parts.filter((part) => part !== false).join(' · ')}`
  })
  const left = all - overviews.length
  if (left > 0) lines.push(say(`e mais ${left} frotas`, `and ${left} more fleets`))
  lines.push(
    say(
      'Uma delas em detalhe: frota status --fleet NOME',
      'One of them: frota status --fleet NAME',
    ),
  )
  return lines
}

export function fleetObjects(overviews: readonly FleetOverview[]): object[] {
  return overviews.map(({ fleet, stages, run, needsPerson }) => {
    const { registered } = stages.vehicles
    const { answered, members, waiting, failed } = stages.consultations
    return {
      fleet: fleet.name,
      accountId: fleet.accountId,
      vehicles: { registered, total: vehiclesIn(stages.vehicles) },
      consultations: { answered, members, waiting, failed },
      needsPerson,
      run: run === undefined ? null : { number: run.number, state: run.state },
    }
  })
}
