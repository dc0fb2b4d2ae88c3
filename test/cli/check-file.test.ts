/** `frota check` from file to file, in this process: what it says, what it writes, what it leaves. */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/intake/check.ts'
import { shownCell } from '../../src/app/printable.ts'
import { showReading } from '../../src/cli/intake/show-reading.ts'
import { openOutput } from '../../src/cli/output.ts'
import { readConfig, type Flags } from '../../src/config.ts'
import { Failure } from '../../src/failure.ts'
import { folderForFile } from '../support/for-file.ts'

const HEADER = 'Placa;Renavam;UF;CPF/CNPJ;Apelido'
const GOOD = 'ABC1C34;00639884962;SP;11222333000181;Van'
const BAD = 'ABCD;18025729393;XX;11222333000181;"Van; azul"'

const dir = await folderForFile('check')
const dataDir = join(dir, 'data')

interface Checked {
  readonly text: string
  readonly failure: Failure | undefined
  readonly exit: number | undefined
}

async function check(
  path: string,
  flags: Flags = {},
  options: { json?: boolean; isTTY?: boolean; stop?: AbortSignal; dataDir?: string } = {},
): Promise<Checked> {
  let text = ''
  let exit: number | undefined
  const { json = false, isTTY = false, stop = new AbortController().signal } = options
  const terminal = { isTTY, write: (piece: string) => (text += piece) }
  const config = readConfig({}, { FROTA_DATA_DIR: options.dataDir ?? dataDir })
  const output = openOutput(terminal, { json, locale: 'pt-BR' })
  const exitWith = (code: number): void => {
    exit = code
  }
  const context = { name: 'check', words: [path], flags, config, output, stop, exitWith }
  const failure = await run(context).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    },
  )
  return { text, failure, exit }
}

async function given(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, text)
  return path
}

interface Verdicts {
  readonly counts: Record<string, number>
  readonly issues: readonly unknown[]
  readonly file: string
}

async function verdicts(path: string, flags: Flags = {}): Promise<Verdicts> {
  const { text } = await check(path, flags, { json: true })
  return JSON.parse(text) as Verdicts
}

const checkedAt = (name: string): string => join(dataDir, 'checked', name)

describe('the file that is given back', () => {
  test.each([
    ['UTF-8', Buffer.from(`\uFEFF${HEADER}\r\n${GOOD}\r\n${BAD}\r\n${GOOD}\r\n`)],
    ['Windows-1252', Buffer.from(`${HEADER};Observação\n${GOOD};\xE7\n${BAD};x\n`, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${GOOD}\n${BAD}\n`, 'utf16le')],
    ['sep=', Buffer.from(`sep=;\n${HEADER}\n${GOOD}\n${BAD}\n`)],
  ])('in %s says the same when it is checked again', async (name, bytes) => {
    const first = await verdicts(await given(`${name}.csv`, bytes))
    expect(first.counts).toMatchObject({ accepted: 1, rejected: 1 })
    expect(first.file).toBe(checkedAt(`${name.replace('=', '-').replace(/-$/, '')}.csv`))
    const written = await readFile(first.file)
    const again = await verdicts(first.file)
    const { counts, issues } = first
    expect({ counts: again.counts, issues: again.issues }).toEqual({ counts, issues })
    expect(await readFile(first.file)).toEqual(written)
  })

  test('is for its owner alone, and holds every row with its reason', async () => {
    await check(await given('mine.csv', `${HEADER}\n${GOOD}\n${BAD}\n`))
    const path = checkedAt('mine.csv')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'checked'))).mode & 0o777).toBe(0o700)
    const [header, good, bad] = (await readFile(path, 'utf8')).split('\n')
    expect(header).toContain('frota_status;frota_motivo;frota_coluna;frota_valor;frota_sugestao')
    expect(good).toBe(`${GOOD};aceita;;;;`)
    expect(bad).toMatch(/^ABCD;18025729393;XX;11222333000181;"Van; azul";recusada;R-PLATE: /)
  })

  test('of the problems alone has a name of its own, and never replaces what it came from', async () => {
    const path = await given('some.csv', `${HEADER}\n${GOOD}\n${BAD}\n`)
    const { text } = await check(path, { 'only-problems': true })
    expect(text).toContain(checkedAt('some-a-corrigir.csv'))
    expect(text).not.toContain('frota reconcile')
    const lines = (await readFile(checkedAt('some-a-corrigir.csv'), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(2)
    const onto = await check(path, { 'only-problems': true, out: path })
    expect(onto.failure?.code).toBe('usage')
    expect(await readFile(path, 'utf8')).toBe(`${HEADER}\n${GOOD}\n${BAD}\n`)
  })

  test('keeps beside it what a person fixed in the one before', async () => {
    const path = await given('twice.csv', `${HEADER}\n${GOOD}\n`)
    await check(path)
    await writeFile(checkedAt('twice.csv'), 'fixed by hand')
    await check(path)
    expect(await readFile(checkedAt('twice.former.csv'), 'utf8')).toBe('fixed by hand')
    await check(checkedAt('twice.csv'))
    expect(await readFile(checkedAt('twice.former.csv'), 'utf8')).toBe('fixed by hand')
  })

  test('of an older check leaves after its retention', async () => {
    await mkdir(join(dataDir, 'checked'), { recursive: true })
    await writeFile(checkedAt('old.csv'), 'x')
    const old = new Date(Date.parse('2026-01-01'))
    await utimes(checkedAt('old.csv'), old, old)
    await check(await given('new.csv', `${HEADER}\n${GOOD}\n`))
    const names = await readdir(join(dataDir, 'checked'))
    expect(names).toContain('new.csv')
    expect(names).not.toContain('old.csv')
  })

  test('is named after the file, whatever that is called', async () => {
    const path = await given('São "Paulo" \u202Eé | 2026.final.csv', `${HEADER}\n${GOOD}\n`)
    const { file } = await verdicts(path)
    expect(basename(file)).toBe('São -Paulo- -é - 2026.final.csv')
  })

  test('leaves nothing when it cannot be written', async () => {
    const path = await given('stuck.csv', `${HEADER}\n${GOOD}\n`)
    const place = join(dir, 'not-there', 'out.csv')
    const { failure, text } = await check(path, { out: place })
    expect(failure).toMatchObject({ code: 'directory-unwritable', exitCode: 2 })
    expect(failure?.in('en')).toContain(place)
    expect(text).toBe('')
    // A data directory that nobody can write costs the file, not the answer.
    const unwritable = await check(path, {}, { dataDir: path })
    expect(unwritable.failure).toBeUndefined()
    expect(unwritable.text).toContain('1 aceita,')
    expect(unwritable.text).toContain('indique com --out onde devolver o arquivo')
  })

  test('stays as it was when the check is stopped', async () => {
    const path = await given('stopped.csv', `${HEADER}\n${GOOD}\n`)
    const before = (await readdir(join(dataDir, 'checked'))).toSorted()
    const { text, exit } = await check(path, {}, { stop: AbortSignal.abort() })
    expect(exit).toBe(130)
    expect(text).toContain('nada foi gravado')
    expect((await readdir(join(dataDir, 'checked'))).toSorted()).toEqual(before)
  })
})

describe('what is said', () => {
  test('how the file was read, the counts, and each problem with its place and cure', async () => {
    const { text, failure, exit } = await check(
      await given('odd.csv', `Relatório\n${HEADER}\n${GOOD}\nABC1C3A;1;SP;11222333000181;x\n`),
    )
    expect({ failure, exit }).toEqual({ failure: undefined, exit: undefined })
    expect(text).toMatch(
      /Entendido: utf-8, separador ";" \(\d+ %\), .*fim de linha LF, cabeçalho na linha 2/,
    )
    expect(text).toContain('placa = Placa, renavam = Renavam, uf = UF, cpf_cnpj = CPF/CNPJ')
    expect(text).toContain('! Linhas puladas antes do cabeçalho: 1.')
    expect(text).toContain('2 linhas: 1 aceita, 0 com reparo, 1 recusada')
    expect(text).toMatch(/linha 4, Placa "ABC1C3A": ABC1C3A não é uma placa\. .*\(R-PLATE\)/)
    expect(text).toMatch(/linha 4, Renavam "1": .*\(R-RENAVAM-LENGTH\)/)
  })

  test('of many rows of one reason one line, and what rejects before what was repaired', async () => {
    const bad = Array.from({ length: 25 }, (_, at) => `ABCD;00639884962;SP;11222333000181;${at}`)
    const fixed = Array.from({ length: 30 }, (_, at) => GOOD.replace('ABC1C34', `ABC-1C${at + 34}`))
    const short = fixed.map((row, at) => row.replace('00639884962', `0063988${4962 + at}`))
    const { text } = await check(await given('many.csv', [HEADER, ...short, ...bad].join('\n')))
    const lines = text.split('\n')
    const of = (code: string): number => lines.findIndex((line) => line.endsWith(`(${code})`))
    expect(lines.filter((line) => line.endsWith('(R-PLATE)'))).toHaveLength(1)
    expect(lines[of('R-PLATE')]).toContain('25 linhas (32, 33, 34, 35, 36, …), Placa, por exemplo')
    expect(lines[of('W-PLATE')]).toContain('30 linhas (2, 3, 4, 5, 6, …), Placa: ')
    expect(of('R-PLATE')).toBeLessThan(of('W-PLATE'))
  })

  test('nothing that would move a terminal’s cursor', async () => {
    const path = await given('esc.csv', `${HEADER};Cor\u001B[2J\u202E\n${GOOD};x\n`)
    const { text } = await check(path)
    expect(text).toContain('Cor')
    expect(text).not.toContain('\u001B')
    expect(text).not.toContain('\u202E')
    expect(shownCell('A\u001B[2J\u202EB')).toBe('"A·[2J·B"')
  })

  test('no document, in words or as an object', async () => {
    const path = await given('doc.csv', `${HEADER}\nABC1C34;00639884962;SP;11222333000182;x\n`)
    const texts = [await check(path), await check(path, {}, { json: true })].map(({ text }) => text)
    for (const text of texts) {
      expect(text).toContain('W-DOC-DV')
      expect(text).not.toContain('11222333000182')
    }
  })

  test('with --fix, how many rows are fixed in the file, which then needs nothing', async () => {
    const rows = ['ABC-1C34;639884962;São Paulo;11.222.333/0001-81;Van', 'DEF5G6T;26827649960;RJ']
    const guess = 'GHIZ345;01284762677;MG;52998224725;x'.replace('Z', 'S')
    const path = await given('fix.csv', [HEADER, ...rows, guess, ''].join('\n'))
    const { text } = await check(path, { fix: true })
    expect(text).toContain('Linhas com reparo, já corrigidas nele: 2')
    const { counts } = await verdicts(checkedAt('fix.csv'))
    expect(counts).toMatchObject({ accepted: 2, repaired: 0, rejected: 1 })
    expect(await readFile(path, 'utf8')).toContain('ABC-1C34;639884962;São Paulo')
  })

  test('that a script wants to know: 20 when rows wait for a person', async () => {
    const bad = await given('exit.csv', `${HEADER}\n${GOOD}\n${BAD}\n`)
    const good = await given('good.csv', `${HEADER}\n${GOOD}\n${GOOD}\n`)
    expect((await check(bad, { 'exit-code': true })).exit).toBe(20)
    expect((await check(bad)).exit).toBeUndefined()
    expect((await check(good, { 'exit-code': true })).exit).toBeUndefined()
  })

  test('that reconcile would refuse a file of which no row can be used', async () => {
    const { text, failure } = await check(await given('none.csv', `${HEADER}\n${BAD}\n`))
    expect(failure).toMatchObject({ code: 'file-refused', exitCode: 2 })
    expect(text).toContain('0 aceitas, 0 com reparo, 1 recusada')
    expect(await readFile(checkedAt('none.csv'), 'utf8')).toContain('recusada')
  })

  test('of a file without the needed columns, what to type', async () => {
    const path = await given('cols.csv', `Chapa;Cod;UF;CNPJ\n${GOOD.slice(0, -4)}\n`)
    const { failure } = await check(path)
    expect(failure?.in('pt-BR')).toContain('Reconhecidas: uf=UF, ownerDocument=CNPJ')
    expect(JSON.parse((await check(path, {}, { json: true })).text)).toMatchObject({
      refused: { code: 'F-MISSING-COLUMN', facts: { recognized: 'uf=UF, ownerDocument=CNPJ' } },
    })
    const line = `frota check ${path} --map plate=Chapa,renavam=Cod`
    expect(failure?.in('pt-BR')).toContain(line)
    expect((await check(path, { map: 'plate=Chapa,renavam=Cod' })).text).toContain('1 aceita,')
    expect((await check(path, { map: 'placa=#1,renavam=#2' })).text).toContain('1 aceita,')
  })

  test('of a file that lacks what all its rows have in common, how to say it once', async () => {
    const path = await given('whole.csv', 'Placa;Renavam;KM\nABC1C34;00639884962;9\n')
    const { failure } = await check(path, { 'owner-document': '11222333000181' })
    expect(failure?.in('pt-BR')).toMatch(/Se é o mesmo para o arquivo todo: .* --uf UF --owner-doc/)
    expect(failure?.in('pt-BR')).not.toContain('11222333000181')
  })

  test('a pair of --map that is none is named; a comma in a header is none between pairs', async () => {
    const path = await given('map.csv', `Placa, atual;Cod;UF;CNPJ\n${GOOD.slice(0, -4)}\n`)
    const { failure } = await check(path, { map: 'Chapa' })
    expect(failure).toMatchObject({ code: 'usage', exitCode: 2 })
    expect(failure?.in('en')).toContain('--map: "Chapa" is not FIELD=COLUMN')
    expect((await check(path, { map: 'placa=Placa, atual,renavam=Cod' })).text).toContain(
      '1 aceita,',
    )
  })

  test('with --strict a wrong check digit rejects its row', async () => {
    const path = await given(
      'dv.csv',
      `${HEADER}\n${GOOD}\nABC1D24;18025729390;SP;11222333000181;x`,
    )
    expect((await verdicts(path)).counts).toMatchObject({ accepted: 2, rejected: 0 })
    expect((await verdicts(path, { strict: true })).counts).toMatchObject({ rejected: 1 })
  })

  test('on a terminal, how far a long file is read; on a pipe, nothing', () => {
    for (const isTTY of [true, false]) {
      let text = ''
      const terminal = { isTTY, write: (piece: string) => (text += piece) }
      const shown = showReading(openOutput(terminal, { json: false, locale: 'en' }), 10_000_000)
      for (const bytes of [1_000, 15_000_000, 15_000_001, 40_000_000]) shown.passed(bytes)
      shown.end()
      expect(text.match(/\d+ %/g)).toEqual(isTTY ? ['0 %', '50 %', '99 %'] : null)
      expect(text.endsWith('Judged.\n')).toBe(isTTY)
    }
  })
})
