/** The counts of a run as tables of text. Pure. */
import type { Mark, Measured, Stage } from './measured.ts'

const MB = 1024

export interface Of {
  readonly vehicles: number
  /** Redis commands as its server counts them, with those of scripts. */
  readonly served: number
  /** So many texts of statements are shown. */
  readonly top: number
}

export function tableOf(measured: Measured, { vehicles, served, top }: Of): string {
  const { marks, peakKb, texts } = measured
  const all = total(Object.values(measured.stages))
  const [first, last] = [marks[0], marks.at(-1)]
  const spent = (of: (mark: Mark) => number): number =>
    first === undefined || last === undefined ? 0 : of(last) - of(first)
  const [ms, cpuMs, mainMs] = [spent(({ atMs }) => atMs), last?.cpuMs ?? 0, last?.mainCpuMs ?? 0]
  const each = (count: number): string => (count / vehicles).toFixed(2)
  const rows = Object.entries(measured.stages).map(([name, stage]) => stageRow(name, stage, each))
  return [
    ...aligned([HEAD, ...rows, stageRow('all', all, each)]),
    '',
    ...aligned([
      ['', 'all', 'a vehicle'],
      ['wall ms', ms.toFixed(0), each(ms)],
      ['CPU ms', cpuMs.toFixed(0), each(cpuMs)],
      ['CPU ms of the main thread', mainMs.toFixed(0), each(mainMs)],
      ['statements', `${all.statements}`, each(all.statements)],
      ['transactions', `${all.transactions}`, each(all.transactions)],
      ['Redis commands sent', `${all.commands}`, each(all.commands)],
      ['Redis commands with those of scripts', `${served}`, each(served)],
      ['jobs', `${all.jobs}`, each(all.jobs)],
      ['memory peak MB', (peakKb / MB).toFixed(0), ''],
    ]),
    '',
    ...aligned([['until', 'wall ms', 'CPU ms', 'main'], ...marks.slice(1).map(markRow(marks))]),
    '',
    ...Object.entries(texts)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, top)
      .map(([text, count]) => `${each(count).padStart(8)}  ${text.slice(0, 230)}`),
  ].join('\n')
}

const HEAD = ['stage', 's', 'jobs', 'statements', 'transactions', 'Redis', 'statements a vehicle']

function stageRow(name: string, stage: Stage, each: (count: number) => string): string[] {
  const { jobs, statements, transactions, commands, fromMs, untilMs } = stage
  const ran = fromMs === undefined || untilMs === undefined ? '' : seconds(untilMs - fromMs)
  const counts = [jobs, statements, transactions, commands].map(String)
  return [name, ran, ...counts, each(statements)]
}

function markRow(marks: readonly Mark[]): (mark: Mark, at: number) => string[] {
  return (mark, at) => {
    const before = marks[at] ?? mark
    const parts = [mark.atMs - before.atMs, mark.cpuMs - before.cpuMs]
    return [mark.name, ...[...parts, mark.mainCpuMs - before.mainCpuMs].map((ms) => ms.toFixed(0))]
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function total(stages: readonly Stage[]): Stage {
  const sum = { jobs: 0, statements: 0, transactions: 0, commands: 0 }
  for (const stage of stages) {
    sum.jobs += stage.jobs
    sum.statements += stage.statements
    sum.transactions += stage.transactions
    sum.commands += stage.commands
  }
  return sum
}

/** The first column to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
}
