/** Holds the layers of docs/architecture.md; a rule that cannot fail is not a rule. */
import { describe, expect, test } from 'vitest'
import { sourceFiles, type SourceFile } from './support/source-files.ts'

const files = sourceFiles('src', 'jobs')

/** The part of the program a path belongs to: `client`, `jobs`, or `root` for src/clock.ts and such. */
function part(path: string): string {
  const [top = '', folder = '', rest] = path.split('/')
  if (top !== 'src') return top
  return rest === undefined ? 'root' : folder
}

const STAGES = ['intake', 'vehicles', 'consultations', 'debts', 'orders', 'reports']

/** What each part may import as values, besides itself, src/*.ts and packages. */
const MAY_IMPORT: Record<string, string[]> = {
  root: ['fleet'],
  contract: [],
  fleet: [],
  sheets: [],
  web: ['contract'],
  database: [],
  service: ['contract', 'fleet', 'database', 'web'],
  client: ['contract'],
  effects: [],
  quota: [],
  ledger: ['fleet', 'database'],
  queue: [],
  reconciliation: ['fleet', 'sheets', 'contract'],
  app: [
    'client',
    'contract',
    'database',
    'effects',
    'fleet',
    'jobs',
    'ledger',
    'queue',
    'quota',
    'reconciliation',
    'service',
    'sheets',
    'web',
  ],
  cli: [
    'app',
    'console',
    'contract',
    'database',
    'effects',
    'fleet',
    'ledger',
    'reconciliation',
    'sheets',
  ],
  console: ['app', 'web', 'contract', 'reconciliation', 'fleet', 'ledger', 'sheets'],
  jobs: ['reconciliation', 'effects', 'queue'],
}

/** What each part may import as types only. */
const MAY_TYPE: Record<string, string[]> = {
  reconciliation: ['client', 'ledger', 'queue', 'quota', 'database', 'effects'],
  effects: ['client', 'ledger', 'queue', 'quota', 'database'],
  quota: ['client', 'ledger', 'queue', 'database'],
  queue: ['database'],
  console: ['queue'],
  cli: ['client'],
  jobs: ['client', 'ledger', 'quota', 'sheets', 'fleet'],
}

function violations(check: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => check(file).map((what) => `${file.path}: ${what}`))
}

function crossings(file: SourceFile): { to: string; path: string; typeOnly: boolean }[] {
  const own = part(file.path)
  return file.imports.flatMap(({ path, typeOnly }) => {
    if (path === undefined) return []
    const to = part(path)
    return to === own || to === 'root' ? [] : [{ to, path, typeOnly }]
  })
}

test('the rules speak of every part that exists', () => {
  const parts = new Set(files.map((file) => part(file.path)))
  expect([...parts].filter((each) => MAY_IMPORT[each] === undefined)).toEqual([])
})

test('a part imports only the parts it may', () => {
  const wrong = violations((file) => {
    const own = part(file.path)
    return crossings(file)
      .filter(({ to, typeOnly }) => {
        const asTypes = typeOnly && (MAY_TYPE[own] ?? []).includes(to)
        return !asTypes && !(MAY_IMPORT[own] ?? []).includes(to)
      })
      .map(({ to, path, typeOnly }) => `imports ${typeOnly ? 'types of ' : ''}${to} (${path})`)
  })
  expect(wrong).toEqual([])
})

test('inside reconciliation imports point leftwards only', () => {
  const stage = (path: string): number =>
    path.startsWith('src/reconciliation/') ? STAGES.indexOf(path.split('/')[2] ?? '') : -1
  const wrong = violations((file) =>
    file.imports
      .filter(({ path }) => path !== undefined && stage(file.path) >= 0)
      .filter(({ path }) => stage(path ?? '') > stage(file.path))
      .map(({ specifier }) => `imports rightwards: ${specifier}`),
  )
  expect(wrong).toEqual([])
})

/** Two doors to the verbs of src/app; this command opens the other one. */
const DOORS = ['cli', 'console']
const OPENS_THE_CONSOLE = 'src/cli/console.ts'

test('nobody imports the command line, the console, the tests or the fixtures', () => {
  const wrong = violations((file) =>
    file.imports
      .filter(({ path }) => path !== undefined)
      .filter(({ path = '' }) => {
        const outside = path.startsWith('test/') || path.startsWith('fixtures/')
        const own = part(file.path)
        const isDoor = DOORS.includes(part(path)) && part(path) !== own
        return outside || (isDoor && file.path !== OPENS_THE_CONSOLE)
      })
      .map(({ specifier }) => `imports ${specifier}`),
  )
  expect(wrong).toEqual([])
})

/** Each dependency has one owner, or the few that decisions name. */
const OWNERS: Record<string, string[]> = {
  bullmq: ['queue'],
  croner: ['queue'],
  ioredis: ['queue'],
  undici: ['client'],
  pg: ['database'],
  'pg-copy-streams': ['database'],
  '@electric-sql/pglite': ['database'],
  kysely: ['database', 'ledger', 'service'],
  bottleneck: ['quota'],
  'csv-parse': ['sheets'],
  'csv-stringify': ['sheets'],
  fastify: ['service', 'console', 'web'],
  '@fastify/multipart': ['console'],
  '@scalar/fastify-api-reference': ['service'],
  // The client compiles the contract's reply schemas (docs/decisions/004-client-checks-replies.md),
  // and option files that people write are read by schema (src/option-file.ts).
  typebox: ['root', 'app', 'client', 'contract', 'queue', 'reconciliation', 'service'],
  pino: ['root'],
  echarts: ['reconciliation'],
  hucre: ['sheets', 'reconciliation'],
  htmlparser2: ['sheets'],
  'qrcode-generator': ['reconciliation'],
  'ical-generator': ['console'],
  yazl: ['sheets', 'web'],
  'prom-client': ['app'],
  nodemailer: ['app'],
  otpauth: ['app'],
  '@zxcvbn-ts/core': ['app'],
  '@zxcvbn-ts/language-common': ['app'],
  'node:sqlite': ['database'],
}

/** Stands in for a part of the language until the packaged Node has it, so anybody may use it. */
const LANGUAGE = ['temporal-polyfill']

test('each dependency has one owner', () => {
  const wrong = violations((file) =>
    file.imports
      .filter(({ specifier }) => !LANGUAGE.includes(specifier))
      .filter(({ path, specifier }) => path === undefined && !/^node:(?!sqlite)/.test(specifier))
      .filter(({ specifier }) => {
        const name = specifier.startsWith('@')
          ? specifier.split('/').slice(0, 2).join('/')
          : (specifier.split('/')[0] ?? '')
        const owners = OWNERS[name]
        return owners === undefined || !owners.includes(part(file.path))
      })
      .map(({ specifier }) => `is not the owner of ${specifier}`),
  )
  expect(wrong).toEqual([])
})

describe('what only one file may touch', () => {
  const only = (pattern: RegExp, ...owners: string[]): string[] =>
    files
      .filter((file) => !owners.includes(file.path) && pattern.test(withoutComments(file.text)))
      .map((file) => file.path)

  test('the environment is read in src/config.ts', () => {
    expect(only(/process\.env/, 'src/config.ts')).toEqual([])
  })

  test('the wall clock is read in src/clock.ts', () => {
    expect(only(/Date\.now\(|new Date\(\)|Temporal\.Now|setInterval\(/, 'src/clock.ts')).toEqual([])
  })

  test('what people read is printed by the command line, and logged by src/log.ts', () => {
    const printing = only(/process\.(stdin|stdout|stderr|argv|exit)/, 'src/log.ts')
    expect(printing.filter((path) => part(path) !== 'cli')).toEqual([])
  })

  test('chance comes from src/random.ts', () => {
    expect(only(/Math\.random|randomUUID|randomBytes|randomInt/, 'src/random.ts')).toEqual([])
  })
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

test('there are no cycles, type imports included', () => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const cycles: string[] = []
  const finished = new Set<string>()
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      cycles.push([...trail.slice(at), path].join(' -> '))
      return
    }
    if (finished.has(path)) return
    for (const { path: next } of byPath.get(path)?.imports ?? []) {
      if (next !== undefined) walk(next, [...trail, path])
    }
    finished.add(path)
  }
  for (const file of files) walk(file.path, [])
  expect(cycles).toEqual([])
})

test('no folder imports a sibling that imports it, at any depth, types included', () => {
  const neighbours = new Map<string, Map<string, Set<string>>>()
  for (const { path, imports } of files) {
    for (const { path: other } of imports) {
      if (other === undefined) continue
      const [own, theirs] = [path.split('/'), other.split('/')]
      const at = own.findIndex((name, index) => name !== theirs[index])
      if (at >= own.length - 1 || at >= theirs.length - 1) continue
      const folder = own.slice(0, at).join('/')
      const edges = neighbours.get(folder) ?? new Map<string, Set<string>>()
      neighbours.set(folder, edges)
      const from = own[at] ?? ''
      edges.set(from, (edges.get(from) ?? new Set()).add(theirs[at] ?? ''))
    }
  }
  const reaches = (edges: Map<string, Set<string>>, from: string, to: string): boolean => {
    const seen = new Set<string>()
    const walk = (folder: string): boolean =>
      [...(edges.get(folder) ?? [])].some((next) => {
        if (next === to) return true
        if (seen.has(next)) return false
        seen.add(next)
        return walk(next)
      })
    return walk(from)
  }
  // jobs/ and src/ are the two layers that docs/architecture.md draws.
  neighbours.delete('')
  const circular = [...neighbours].flatMap(([folder, edges]) =>
    [...edges.keys()]
      .filter((name) => reaches(edges, name, name))
      .map((name) => `${folder}/${name} -> ${[...(edges.get(name) ?? [])].join(', ')}`),
  )
  expect(circular).toEqual([])
})

test('there are no barrels and no drawers for everything', () => {
  const drawers = /(^|\/)(index|utils?|helpers?|common|managers?|types|misc)(\/|\.ts$)/
  expect(files.map((file) => file.path).filter((path) => drawers.test(path))).toEqual([])
  expect(
    violations((file) => (/^export \*/m.test(file.text) ? ['re-exports a module'] : [])),
  ).toEqual([])
})
