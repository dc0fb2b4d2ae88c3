/** The stage by itself: bytes in; encoding, dialect, header line and confidence out. */
import { describe, expect, test, vi } from 'vitest'
import { RecordSplitter } from '../../../src/sheets/csv/split-records.ts'
import { detectDialect } from '../../../src/reconciliation/intake/records/detect-dialect.ts'
import { sniffText } from '../../../src/sheets/text/sniff-text.ts'
import { countTitleRows } from '../../../src/sheets/text/title-rows.ts'
import { openBytes } from '../../support/dialect/open-bytes.ts'

const sniff = (text: string): ReturnType<typeof sniffText> => sniffText(text, true)

describe('what is told of a text', () => {
  test('all of it, of bytes alone', async () => {
    const bytes = Buffer.from('Relatório;;\n\ndia;valor;local\n2026-01-02;5;aço\n', 'latin1')
    const opened = await openBytes(bytes)
    expect(opened).toMatchObject({
      source: {
        survey: { encoding: { name: 'windows-1252', bom: false } },
        dialect: { delimiter: ';', quote: '"', lineEnd: '\n', sepLine: false, confidence: 1 },
      },
    })
    expect(countTitleRows('rows' in opened ? opened.rows : [])).toBe(2)
  })

  test('a list of values has no delimiter, whatever stands inside them', () => {
    for (const list of [
      '10:30\n11:45\n',
      '2026-01-02 10:30\n2026-01-03 11:45\n',
      'a\nb\n',
      'a\n',
    ]) {
      expect(sniff(list)).toMatchObject({ delimiter: ';', confidence: 0 })
    }
    expect(sniff('João Silva\nMaria Souza\nJosé Lima\n')).toMatchObject({ confidence: 0 })
  })

  test('decimal commas and addresses do not outweigh the delimiter between the cells', () => {
    expect(sniff('item;1,5;2,5\noutro;3,5;4,5\n')).toMatchObject({ delimiter: ';' })
    expect(sniff('nome;rua\nZé;Rua A, 12, fundos\nAna;Rua B, 5, casa\n')).toMatchObject({
      delimiter: ';',
    })
  })

  test('titles end where half of the columns are filled', () => {
    const table = [
      ['dia', 'valor', '', ''],
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
    ]
    expect(countTitleRows([['Frota'], ['', 'x', '', ''], ...table])).toBe(2)
    expect(countTitleRows(table)).toBe(0)
    expect(countTitleRows([['a'], ['b']])).toBe(0)
    expect(countTitleRows([])).toBe(0)
  })

  test('apostrophes quote only where they do it as a rule', () => {
    const fleet = 'placa;renavam;apelido\n'
    const names = "ABC1C34;1;D'Ávila\nABC1C34;2;'Trovão'\nABC1C34;3;d'água\n"
    expect(detectDialect(fleet + names, true)).toMatchObject({ quote: '"' })
    const loud = "ABC1C34;1;'Zé'\nABC1C34;2;'Trovão'\nABC1C34;3;'Ana'\n"
    expect(detectDialect(fleet + loud, true)).toMatchObject({ quote: '"' })
    const marked = "'ABC1C34;'00639884962;'SP\n'DEF5G67;'26827649960;'RJ\n"
    expect(detectDialect(fleet + marked, true)).toMatchObject({ quote: '"' })
    const quoted = "'placa';'renavam';'apelido'\n'ABC1C34';'1';'Zé; o d''água'\n"
    expect(detectDialect(quoted, true)).toMatchObject({ quote: "'" })
  })

  test('a delimiter stands beside the quotes', () => {
    const text = '1 "red, big, new" fine boots\n2 "blue, old, x" cap\n3 "a, b, c" x\n'
    expect(sniff(text)).toMatchObject({ delimiter: ' ' })
  })

  test('titles that hold the delimiter make the table no narrower', () => {
    const titles = '"Emitido em: 01/02/2026; por Zé"\n'.repeat(5)
    const table = 'Placa; UF; CPF; Apelido\nABC1C34; SP; 11222333000181; "Zé; o ""Grande"""\n'
    expect(detectDialect(titles + table, true)).toMatchObject({ delimiter: '; ' })
    expect(detectDialect(titles + table + 'DEF5G67; RJ; 52998224725; Van 1\n', true)).toMatchObject(
      {
        delimiter: '; ',
      },
    )
  })

  test('what escapes a quote is told by the quotes that it leaves in order', () => {
    const rows = (cell: string): string => `a,b,c\n1,"${cell}","x, y"\n2,"plain, text","z"\n`
    expect(sniff(rows('8"" wide'))).not.toHaveProperty('escape')
    expect(sniff(rows('C:\\fleet\\'))).not.toHaveProperty('escape')
    expect(sniff(rows('8\\" wide'))).toMatchObject({ escape: '\\' })
    expect(sniff(rows('8\\"'))).toMatchObject({ escape: '\\' })
    expect(sniff(rows('8"'))).toMatchObject({ escape: null })
  })

  test('quotes that open nothing anywhere are inch marks', () => {
    const text = 'item,size,n\na,"8 wide,1\nb,"9 wide,2\nc,"7 wide,3\n'
    expect(sniff(text)).toMatchObject({ delimiter: ',', quote: null })
  })

  test('the words of a title are no headers of a fleet', () => {
    const title = 'Informe placa renavam uf cpf de cada veículo\n'
    const table = 'placa;renavam\nABC1C34;00639884962\n'
    expect(detectDialect(title + table, true)).toMatchObject({ delimiter: ';' })
    const spaced = 'placa renavam uf cpf\nABC1C34 00639884962 SP 52998224725\n'
    expect(detectDialect(title + spaced, true)).toMatchObject({ delimiter: ' ' })
  })

  test('sep= names no quote, which could not be a quote any more', () => {
    const text = 'sep="\nplaca;renavam\nABC1C34;1\n'
    expect(detectDialect(text, true)).toMatchObject({ delimiter: ';', sepLine: false })
  })
})

describe('hostile heads', () => {
  const HEAD = 64 * 1024
  /** Usual and unusual delimiters, by both quotes and their escapes; wrapped rows are read again. */
  const READINGS_MAX = 40
  const PIECES = ['"', "'", ';', ' a', '\n', `";'`, '"x', '"a"b;', '"\\"', 'a;"\n', '\\""a";', ':"']

  /** Characters that are read, over all dialects that are tried. */
  function workOn(text: string, isWhole: boolean): number {
    const take = vi.spyOn(RecordSplitter.prototype, 'take')
    detectDialect(text, isWhole)
    const work = take.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0)
    take.mockRestore()
    return work
  }

  test.each(PIECES)('64 KB of %j are read a bounded number of times', (piece) => {
    const text = piece.repeat(HEAD / piece.length)
    for (const isWhole of [true, false]) {
      const work = workOn(text, isWhole)
      // Without any delimiter in it there is nothing to try.
      expect(work > 0).toBe(/[; :]/.test(piece))
      expect(work).toBeLessThan(READINGS_MAX * HEAD)
    }
  })

  test('of an ordinary head the first lines are read', () => {
    const text = `placa;renavam\n${'ABC1C34;00639884962\n'.repeat(3000)}`
    expect(workOn(text, false)).toBeLessThan(text.length)
  })
})
