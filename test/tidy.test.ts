/** The conventions that matter, as tests: sizes, banned words, and docs that cite what exists. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DOC_WORDS_MAX, LINES_MAX, linesOf, wordsOfDocs } from './support/size.ts'
import { root, sourceFiles } from './support/source-files.ts'

const FILE_LINES_MAX = 300
const LINE_CHARACTERS_MAX = 100

const code = sourceFiles('src', 'jobs', 'test', 'bin')

test('no file is longer than 300 lines', () => {
  const long = code
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > FILE_LINES_MAX)
  expect(long).toEqual([])
})

test('no part is larger than its ceiling, and every part of src has one', () => {
  const large = Object.entries(LINES_MAX).filter(([folder, most]) => linesOf(folder) > most)
  expect(large).toEqual([])
  const parts = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`)
  expect(parts.filter((part) => LINES_MAX[part] === undefined)).toEqual([])
  expect(wordsOfDocs()).toBeLessThanOrEqual(DOC_WORDS_MAX)
})

/** Files that are started by their address: the embedded engine's thread. */
const STARTED = /new URL\(\s*['"]([^'"]+\.(?:ts|mjs))['"]/g

test('product code has a product caller: the command reaches every file of src and jobs', () => {
  const product = new Map(sourceFiles('src', 'jobs', 'bin').map((file) => [file.path, file]))
  const reached = new Set<string>()
  const walk = (path: string): void => {
    const file = product.get(path)
    if (file === undefined || reached.has(path)) return
    reached.add(path)
    for (const each of file.imports) if (each.path !== undefined) walk(each.path)
    for (const [, started = ''] of file.text.matchAll(STARTED)) walk(join(dirname(path), started))
  }
  walk('bin/frota.mjs')
  expect([...product.keys()].filter((path) => !reached.has(path))).toEqual([])
})

test('no line is longer than 100 characters, but for what cannot be broken', () => {
  const long = sourceFiles('src', 'jobs').flatMap((file) =>
    file.text
      .split('\n')
      .map((line, index) => ({ where: `${file.path}:${index + 1}`, line }))
      .filter(({ line }) => line.length > LINE_CHARACTERS_MAX)
      .filter(
        ({ line }) => !/^\s*(['"`]|\/\*\*|\/\/|[\w'-]+: ['"`/]|(pt|en): |.*\/.{60,}\/)/.test(line),
      )
      .map(({ where }) => where),
  )
  expect(long).toEqual([])
})

test('nothing is left for later without an issue', () => {
  const words = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X\\b'].join(''))
  expect(code.filter((file) => words.test(file.text)).map((file) => file.path)).toEqual([])
})

test('no test is skipped or alone', () => {
  const marks = /\b(test|it|describe)\.(skip|only|todo|fails)\b/
  const tests = sourceFiles('test').filter((file) => file.path !== 'test/tidy.test.ts')
  expect(tests.filter((file) => marks.test(file.text)).map((file) => file.path)).toEqual([])
})

test('what the test files of one process share is left as it was', () => {
  const changed = /\bvi\.(mock|stubGlobal|stubEnv|useFakeTimers)\(/
  const planted = /\bvi\.doMock\(/
  const fixed = /afterEach\(\(\) => \{\s*vi\.resetModules\(\)/
  const wrong = sourceFiles('test').filter(
    ({ text }) => changed.test(text) || (planted.test(text) && !fixed.test(text)),
  )
  expect(wrong.map((file) => file.path)).toEqual([])
})

test('the test files that are named to be begun first, or run once, are there', () => {
  const named = (path: string): string[] =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^ {2}'([^']+)',$/gm)].map(
      (match) => match[1] ?? '',
    )
  const patterns = [
    ...named('vitest.longest-first.ts'),
    ...named('vitest.servers.config.ts').map((name) => `test/${name}.test.ts`),
  ]
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((each) => globSync(each, { cwd: root }).length === 0)).toEqual([])
})

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

test('every document has one title', () => {
  const wrong = documents.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
    return [...text.matchAll(/^# /gm)].length !== 1
  })
  expect(wrong).toEqual([])
})

test('every path that a document cites exists', () => {
  const cited = /`((?:src|jobs|test|docs|fixtures|bench|bin|\.ci)\/[\w./-]*\w\/?)`/g
  const missing = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(cited)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path} cites ${target}`),
  )
  expect(missing).toEqual([])
})
