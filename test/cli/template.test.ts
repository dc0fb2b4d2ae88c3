/** `frota template`: a file to fill in, which frota itself reads, and which harms nobody as it is. */
import { inLocale } from '../../src/bilingual.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run as runCheck } from '../../src/cli/intake/check.ts'
import { run as runTemplate } from '../../src/cli/intake/template.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig, type Flags } from '../../src/config.ts'
import { Failure } from '../../src/failure.ts'
import { TEMPLATE_COLUMNS } from '../../src/reconciliation/intake/template/columns.ts'
import { folderForFile } from '../support/for-file.ts'

const LOCALES = ['pt-BR', 'en'] as const
type Locale = (typeof LOCALES)[number]

const dir = await folderForFile('template')

interface Said {
  readonly text: string
  readonly failure: Failure | undefined
}

async function call(
  run: typeof runCheck,
  words: readonly string[],
  flags: Flags,
  locale: Locale = 'pt-BR',
): Promise<Said> {
  let text = ''
  const terminal = { isTTY: true, write: (piece: string) => (text += piece) }
  const config = readConfig({}, { FROTA_DATA_DIR: join(dir, 'data'), FROTA_LOCALE: locale })
  const output = openOutput(terminal, { json: false, locale })
  const { signal: stop } = new AbortController()
  const exitWith = (): void => {}
  const context = { name: 'template', words, flags, config, output, stop, exitWith }
  const failure = await run(context).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    },
  )
  return { text, failure }
}

const template = (flags: Flags, locale?: Locale): Promise<Said> =>
  call(runTemplate, [], flags, locale)
const check = (path: string): Promise<Said> => call(runCheck, [path], {})

const PORTUGUESE = {
  plate: 'placa',
  renavam: 'renavam',
  uf: 'uf',
  ownerDocument: 'cpf_cnpj',
  nickname: 'apelido',
  costCentre: 'centro de custo',
} as const

test.each(LOCALES)('every column of the template in %s is known by its name', async (locale) => {
  for (const format of ['csv', 'xlsx']) {
    const out = join(dir, `${locale}.${format}`)
    const { text, failure } = await template({ out }, locale)
    expect(failure).toBeUndefined()
    expect(text).toContain(`frota check ${out}`)
    const checked = await check(out)
    for (const { field, header } of TEMPLATE_COLUMNS) {
      const name = PORTUGUESE[field]
      expect(checked.text).toContain(`${name} = ${inLocale(header, locale)}`)
    }
    // The rows that are ready to be typed into are no rows yet.
    expect(checked.text).toContain('2 linhas: 0 aceitas, 0 com reparo, 2 recusadas')
    expect(checked.failure?.in('pt-BR')).toContain('Só há linhas de exemplo')
  }
})

test('the text opens in Excel by a click: BOM, semicolons, CRLF', async () => {
  const out = join(dir, 'excel.csv')
  await template({ out })
  const [header, ...rows] = (await readFile(out, 'utf8')).split('\r\n')
  expect(header).toBe('\uFEFFplaca;renavam;uf;cpf_cnpj;apelido;centro_de_custo')
  expect(rows).toHaveLength(3)
})

test('filled in below the examples, vehicles count and examples do not', async () => {
  const out = join(dir, 'filled.csv')
  await template({ out })
  const text = await readFile(out, 'utf8')
  await writeFile(out, `${text}ABC1C34;00639884962;SP;11222333000181;Van;\r\n`)
  const { text: said, failure } = await check(out)
  expect(failure).toBeUndefined()
  expect(said).toContain('3 linhas: 1 aceita, 0 com reparo, 2 recusadas')
})

test('a file that is there is not replaced unless asked', async () => {
  const out = join(dir, 'there.csv')
  await writeFile(out, 'filled in for hours')
  expect((await template({ out })).failure).toMatchObject({ code: 'usage', exitCode: 2 })
  expect(await readFile(out, 'utf8')).toBe('filled in for hours')
  expect((await template({ out, force: true })).failure).toBeUndefined()
  expect(await readFile(out, 'utf8')).toContain('ZZZ-0000')
})

test('a form that there is none of is named', async () => {
  const { failure } = await template({ format: 'pdf' })
  expect(failure?.in('en')).toContain('--format: "pdf" is not usable: give csv or xlsx')
})
