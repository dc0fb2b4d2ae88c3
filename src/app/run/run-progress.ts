/**
 * Shows runs as they go: one line per stage with its counts, the quota left and the time expected.
 * A terminal is drawn over; a pipe gets a line when a stage moves on, at most one per interval.
 */
import type { Tools } from '../../../jobs/tools.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Clock } from '../../clock.ts'
import { answersExpectedAt } from './expected-finish.ts'
import type { Output } from '../output.ts'
import { stageLines } from '../stages/stage-lines.ts'
import { readStages } from '../stages/read-stages.ts'

export type RunProgress = ReturnType<typeof openProgress>

const LIVE_EVERY_MS = 300
const PIPED_EVERY_MS = 5_000

export function openProgress(output: Output, tools: Tools, fleets: readonly Fleet[], clock: Clock) {
  let closed = false
  const last = new Map<string, string>()
  const everyMs = output.live ? LIVE_EVERY_MS : PIPED_EVERY_MS

  const draw = async (isOver = false): Promise<void> => {
    const follows = !isOver && tools.followUntilMs === undefined
    const lines: { key: string; text: string }[] = []
    const read = await Promise.all(
      fleets.map(async (fleet) => ({ fleet, stages: await readStages(tools, fleet) })),
    )
    const all = read.map(({ stages }) => stages.consultations.waiting)
    for (const { fleet, stages } of read) {
      const waits = { own: stages.consultations.waiting, all }
      const finish = await answersExpectedAt(tools, fleet.id, waits)
      const setting = { output, zone: tools.zone, finish, follows }
      const name = fleets.length === 1 ? '' : `${fleet.name} · `
      for (const { stage, text } of stageLines(stages, setting)) {
        lines.push({ key: `${fleet.id} ${stage}`, text: `${name}${text}` })
      }
    }
    if (closed) return
    if (output.live) return output.redraw(lines.map(({ text }) => text))
    for (const { key, text } of lines) {
      if (last.get(key) === text) continue
      last.set(key, text)
      output.line(text)
    }
  }
  const drawing = spacedLook(draw, everyMs, clock)
  return {
    /** Shows where the stages stand, now or when the interval allows. */
    show: (): void => {
      if (!output.json && !closed) drawing.now()
    },
    finish: async (): Promise<void> => {
      await drawing.settled()
      if (!output.json) await draw(true)
      output.settle()
    },
    close: (): void => {
      closed = true
      output.settle()
    },
  }
}

/** Looks at work in progress at most once per interval, and never twice at a time. */
function spacedLook(look: () => Promise<void>, everyMs: number, clock: Clock) {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let busy: Promise<void> | undefined
  return {
    /** Looks now, unless the last look was just before. */
    now: () => {
      if (busy !== undefined || clock.now() - lookedAtMs < everyMs) return
      lookedAtMs = clock.now()
      busy = look()
        // A failed look is repeated next time; the run itself reports a database that is gone.
        .catch(() => undefined)
        .finally(() => (busy = undefined))
    },
    /** Resolves when the look under way, if any, has ended. */
    settled: async () => busy,
  }
}
