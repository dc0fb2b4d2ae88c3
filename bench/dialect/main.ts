/**
 * How well the dialect stage and the reader, told nothing but the bytes, read the public Pollock
 * files. Ends with 1 when the aim is missed.
 * node bench/dialect/main.ts DIR [--results DIR2] [--worst 20]
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureFile } from './measure-file.ts'
import type { PollockFile } from './pollock-set.ts'
import { classOf, pollockFiles } from './pollock-set.ts'
import { readAsPython } from './python-csv.ts'
import type { Measured } from './score.ts'
import { pointsOf, score } from './score.ts'
import { writeClean } from './write-clean.ts'

const AIM = { simple: 9.96, weighted: 9.85 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Scores what another program wrote (its folder `loading`) instead of reading ourselves. */
    results: { type: 'string' },
    /** Lists so many of the files that lose most. */
    worst: { type: 'string', default: '0' },
  },
})

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

const decoder = new TextDecoder()

/** What came out of one file, as text; undefined when there is none. */
async function outcomeOf(file: PollockFile): Promise<string | undefined> {
  if (values.results === undefined) return writeClean(await file.bytes())
  const path = join(values.results, `${file.name}_converted.csv`)
  const bytes = await readFile(path).catch(() => undefined)
  const text = bytes === undefined ? undefined : decoder.decode(bytes)
  return text?.startsWith('Application Error') === true ? undefined : text
}

async function measure(file: PollockFile): Promise<Measured> {
  const wanted = readAsPython(decoder.decode(await file.clean()))
  const outcome = await outcomeOf(file)
  const loaded = outcome === undefined ? undefined : readAsPython(outcome)
  return { name: file.name, weight: file.weight, measures: measureFile(wanted, loaded) }
}

function tellClasses(files: readonly Measured[]): void {
  const total = files.reduce((sum, { weight }) => sum + weight, 0)
  const classes = Map.groupBy(files, ({ name }) => classOf(name))
  const losses = [...classes].map(([name, members]) => {
    const lost = members.map((file) => 10 - pointsOf(file))
    const plain = lost.reduce((sum, each) => sum + each, 0)
    const weighted = members.reduce((sum, { weight }, at) => sum + weight * (lost[at] ?? 0), 0)
    return { name, count: members.length, plain, weighted: weighted / total }
  })
  say('| class | files | points of a file | lost simple | lost weighted |')
  say('| --- | ---: | ---: | ---: | ---: |')
  for (const each of losses.toSorted((a, b) => b.weighted - a.weighted)) {
    if (each.plain < 0.00005) continue
    const points = (10 - each.plain / each.count).toFixed(3)
    const simple = (each.plain / files.length).toFixed(5)
    say(`| ${each.name} | ${each.count} | ${points} | ${simple} | ${each.weighted.toFixed(5)} |`)
  }
}

const [folder] = positionals
if (folder === undefined) {
  say('Usage: npm run bench:dialect -- DIR, where DIR holds csv, clean and pollock_weights.json.')
  process.exitCode = 2
} else {
  const files: Measured[] = []
  for (const file of await pollockFiles(folder)) files.push(await measure(file))
  tellClasses(files)
  const worst = files.toSorted((a, b) => pointsOf(a) - pointsOf(b)).slice(0, Number(values.worst))
  for (const file of worst) say(`${pointsOf(file).toFixed(3)} ${file.name}`)
  const { simple, weighted } = score(files)
  say(`${files.length} files: simple ${simple.toFixed(4)}, weighted ${weighted.toFixed(4)}`)
  const isOwn = values.results === undefined
  if (isOwn && (simple < AIM.simple || weighted < AIM.weighted)) process.exitCode = 1
}
