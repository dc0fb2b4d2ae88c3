/**
 * `npm run mutate [-- MODULE ...]`: changes each named module on purpose, one change at a time, and
 * runs its tests. Fails when fewer than nine of ten changes of a module are noticed. A change that
 * alters no behaviour stands in accepted.json with its reason, and leaves it once it is noticed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { modules } from './modules.mjs'

const NOTICED_SHARE_MIN = 0.9
const STRYKER = 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js'
const NOTICED = ['Killed', 'Timeout']
/** Changes that no test could have noticed: they did not run. */
const LEFT_OUT = ['Ignored', 'CompileError', 'RuntimeError']

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const accepted = read('accepted.json')

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => modules[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`mutate: "${unknown[0]}" is none of ${Object.keys(modules).join(', ')}\n`)
  process.exit(2)
}

const results = (asked.length === 0 ? Object.keys(modules) : asked).map((name) => {
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'mutation/stryker.config.mjs'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FROTA_MUTATED: name },
  })
  if (status !== 0) process.exit(status ?? 1)
  return judge(name)
})
for (const { name, noticed, all, agreed } of results) {
  const percent = ((100 * noticed) / all).toFixed(1)
  process.stdout.write(`${name}: ${noticed} of ${all} noticed (${percent} %), ${agreed} accepted\n`)
}
process.exitCode = results.every(({ noticed, all }) => noticed >= all * NOTICED_SHARE_MIN) ? 0 : 1

function judge(name) {
  const changes = changesOf(read(`reports/${name}.json`))
  const agreed = changes.filter(isAccepted)
  const stale = agreed.find(({ isNoticed }) => isNoticed)
  if (stale !== undefined) throw new Error(`accepted.json: noticed: ${stale.file}: ${stale.line}`)
  const counted = changes.filter((change) => !isAccepted(change))
  const noticed = counted.filter(({ isNoticed }) => isNoticed).length
  return { name, all: counted.length, noticed, agreed: agreed.length }
}

function changesOf({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => !LEFT_OUT.includes(status))
      .map(({ status, location, replacement }) => ({
        file,
        line: lines[location.start.line - 1].trim(),
        replacement,
        isNoticed: NOTICED.includes(status),
      }))
  })
}

function isAccepted({ file, line, replacement }) {
  return accepted.some(
    (each) => each.file === file && each.line === line && each.replacement === replacement,
  )
}
