/** Figures as lines for people; the documents quote them as they are. */
import type { Figures } from './figures.ts'

export function printFigures(
  figures: Figures,
  run: {
    readonly engine: string
    readonly seed: number
    readonly seconds: number
    readonly hash: string
  },
): string {
  const { seeds, turns, crashes, forgotten, freezes, requests } = figures
  const lines = [
    `${seeds} seeds from ${run.seed} on ${run.engine}, ${run.seconds.toFixed(1)} s`,
    `turns ${turns}, crashes ${crashes}, of which ${forgotten} took what was not on the disk, ` +
      `freezes ${freezes}`,
    `requests that left ${requests}, orders paid ${figures.paid}`,
    `duplicates ${figures.duplicates}, lost ${figures.lost}, quota breaks ${figures.quotaBreaks}, ` +
      `other rules broken ${figures.broken}, undecidable twins ${figures.undecidable}`,
    `effects: ${listed(figures.effects)}`,
    `faults: ${listed(figures.faults)}`,
    `hash of all logs ${run.hash}`,
  ]
  return `${lines.join('\n')}\n`
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
