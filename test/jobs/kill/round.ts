/** One fleet, a service that lives on, and a runner that is killed until it was killed enough. */
import { wallClock } from '../../../src/clock.ts'
import { seededRandom, type Random } from '../../../src/random.ts'
import type { Ended } from '../../support/run-frota.ts'
import { faultsOfRound } from './faults-of-round.ts'
import { openKillWorld, type KillFleet, type KillWorld } from './kill-world.ts'
import { AT_REST, drawMoment, killAt, type Moment } from './moments.ts'
import { roundInWords } from './round-in-words.ts'
import { verdict } from './verdict.ts'

export interface Round {
  readonly seed: number
  readonly kills: number
}

export interface RoundEnding {
  /** What the verdict found wrong. */
  readonly broken: readonly string[]
  /** What a process said that is no log, and how runs ended that ended by themselves. */
  readonly complaints: readonly string[]
  /** Where each process was killed. */
  readonly moments: readonly string[]
  /** From the start of a process to its first work, where it came so far. */
  readonly resumeMs: readonly number[]
  readonly told: string
}

const VEHICLES_MAX = 50
/** Of a fleet that is added when nothing is left to do: there must be work to be killed at. */
const VEHICLES_MORE = 30
/** Between two kills a run gets about so far. */
const VEHICLES_PER_KILL = 4
/** A life with fewer found nothing to do. */
const POSTS_MIN = 3
/** Some starts end before they are killed. */
const STARTS_PER_KILL_MAX = 3
const FINISHES_MAX = 6
const FIRST: Moment = { at: 'post', phase: 'arrived', nth: 3 }
const APPROVED = ['--order-method', 'pix', '--approve-up-to', '5000']

export async function killRound(round: Round): Promise<RoundEnding> {
  const random = seededRandom(round.seed)
  await using world = await openKillWorld()
  world.proxy.choose(faultsOfRound(seededRandom(random.next() * 2 ** 32)))
  const lives = await killOften(world, random, round.kills)
  const finishing = await finish(world)
  const broken = [...finishing.broken, ...(await verdict(world))]
  const { complaints, resumeMs, moments } = lives
  const told = roundInWords({ ...round, moments, resumeMs, seen: world.proxy.seen })
  return { broken, complaints: [...complaints, ...finishing.complaints], moments, resumeMs, told }
}

interface Lives {
  readonly complaints: string[]
  readonly resumeMs: number[]
  readonly moments: string[]
}

async function killOften(world: KillWorld, random: Random, kills: number): Promise<Lives> {
  const lives: Lives = { complaints: [], resumeMs: [], moments: [] }
  let fleet = await world.addFleet(Math.min(VEHICLES_MAX, VEHICLES_PER_KILL * kills))
  let isKnown = false
  for (let start = 0; lives.moments.length < kills; start += 1) {
    if (start >= STARTS_PER_KILL_MAX * kills) throw new Error('Most starts end unkilled.')
    const drawn = drawMoment(random, world.runner.engine)
    // Before the first start there is no table whose commits could be seen.
    const moment = start === 0 && drawn.at === 'commit' ? FIRST : drawn
    const resumed = firstWork(world)
    const since = world.proxy.seen.length
    const { ended, where } = await killAt(moment, world, () => {
      resumed.started()
      const command = isKnown ? commandOf(random, fleet) : importing(fleet)
      return world.runner.start([...command, ...APPROVED])
    })
    resumed.stop()
    const afterMs = resumed.afterMs()
    if (afterMs !== undefined) lives.resumeMs.push(afterMs)
    lives.complaints.push(...complaintsOf(ended))
    if (where !== undefined) lives.moments.push(where)
    const posts = world.proxy.seen.slice(since).filter(({ method }) => method === 'POST').length
    // Whoever registered or asked had imported its file and opened its campaign before.
    isKnown ||= posts > 0
    const isIdle = posts < POSTS_MIN && (where === undefined || where === AT_REST)
    if (isKnown && isIdle) {
      fleet = await world.addFleet(Math.min(VEHICLES_MORE, VEHICLES_PER_KILL * kills))
      isKnown = false
    }
  }
  return lives
}

function importing({ name, file }: KillFleet): string[] {
  return ['reconcile', file, '--fleet', name]
}

function commandOf(random: Random, { name }: KillFleet): string[] {
  return random.next() < 0.3 ? ['nightly'] : ['resume', '--fleet', name]
}

/** Whoever ended by itself must have ended well; nobody says anything but its log. */
function complaintsOf({ code, signal, stderr }: Ended): string[] {
  const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  return signal === null && code !== 0 ? [`exit ${code}`, ...said] : said
}

/** The first request of a start that is more than a look whether the service is there. */
function firstWork({ proxy }: KillWorld) {
  let sinceMs = wallClock.uptime()
  let requests = 0
  let afterMs: number | undefined
  const LOOKS = 2
  const stop = proxy.watch((phase) => {
    if (phase !== 'arrived') return
    requests += 1
    if (requests > LOOKS) afterMs ??= wallClock.uptime() - sinceMs
  })
  return {
    started: () => {
      sinceMs = wallClock.uptime()
    },
    afterMs: () => afterMs,
    stop,
  }
}

/** Undisturbed, as often as work is put off beyond what one run waits for. */
async function finish(world: KillWorld): Promise<{ broken: string[]; complaints: string[] }> {
  world.proxy.choose(() => ({ kind: 'none' }))
  const broken: string[] = []
  for (const fleet of world.fleets) {
    // A process that was killed at once may not have received the last fleet's file.
    const isLast = fleet === world.fleets.at(-1)
    const command = isLast ? importing(fleet) : ['resume', '--fleet', fleet.name]
    const complaints = await finishFleet(world, command, broken)
    if (complaints.length > 0) return { broken, complaints }
  }
  return { broken, complaints: [] }
}

async function finishFleet(
  world: KillWorld,
  command: readonly string[],
  broken: string[],
): Promise<string[]> {
  for (let turn = 0; turn < FINISHES_MAX; turn += 1) {
    const ended = await world.runner.run([...command, ...APPROVED, '--json'])
    const complaints = complaintsOf(ended)
    if (complaints.length > 0) return complaints
    const said = JSON.parse(ended.stdout) as { carriedOver: number; closes: boolean; state: string }
    if (!said.closes) broken.push(`${command.join(' ')}: the totals do not close`)
    if (said.carriedOver === 0 && said.state === 'done') return []
  }
  broken.push(`${command.join(' ')} did not come to an end`)
  return []
}
