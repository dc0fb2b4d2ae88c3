import { describe, expect, test } from 'vitest'
import { detectDialect } from '../../../src/reconciliation/intake/records/detect-dialect.ts'
import {
  fieldOfHeader,
  normalizeHeader,
} from '../../../src/reconciliation/intake/header/aliases.ts'
import { FILE_WARNINGS, REFUSALS } from '../../../src/reconciliation/intake/reasons/file-reasons.ts'
import { restoreMojibake } from '../../../src/sheets/text/mojibake.ts'
import { ROW_REASONS } from '../../../src/reconciliation/intake/reasons/row-reasons.ts'
import { decodeWindows1252, encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'

describe('the dialect alone', () => {
  test('a text without our headers is told by its constant number of cells', () => {
    const text = 'a;b,c;d\ne;f;g\nh;i,j,k;l\n'
    expect(detectDialect(text, true)).toMatchObject({ delimiter: ';', lineEnd: '\n' })
  })

  test('headers outweigh a delimiter that occurs more often', () => {
    const text = 'placa;renavam;nome, rua, número, bairro\nABC1C34;1;a, b, c, d\n'
    expect(detectDialect(text, true)).toMatchObject({ delimiter: ';' })
  })

  test('the last line of a cut text is not counted', () => {
    expect(detectDialect('a;b;c\nd;e;f\ng;', false)).toMatchObject({ delimiter: ';' })
  })

  test('certainty falls when another delimiter explains nearly as much', () => {
    const sure = detectDialect('placa;renavam\nABC1C34;1\n', true)
    const unsure = detectDialect('a;b,c\nd;e,f\n', true)
    expect(sure).toMatchObject({ confidence: 1 })
    expect(unsure).toMatchObject({ confidence: 0 })
  })

  test('1 two delimiters that explain the headers alike are ambiguous', () => {
    const text = 'placa;renavam;x,placa,renavam\n1;2;3,4,5\n'
    expect(detectDialect(text, true)).toEqual({ ambiguous: [';', ','] })
  })

  test('an empty text has a dialect like any other', () => {
    expect(detectDialect('', true)).toMatchObject({ quote: '"', lineEnd: '\r\n', confidence: 0 })
  })
})

describe('words and characters', () => {
  test('headers are compared without accents, case and decoration', () => {
    expect(normalizeHeader(' *CÓD. Renavam\u00a0(11) \u200b')).toBe('cod renavam 11')
    expect(fieldOfHeader('NÚMERO DE FROTA')).toBe('nickname')
    expect(fieldOfHeader('Centro de Custo')).toBe('costCentre')
    expect(fieldOfHeader('constructor')).toBeUndefined()
  })

  test('Windows-1252 reads € “ ” and writes them back, and every byte survives', () => {
    expect(decodeWindows1252(Uint8Array.of(0x80, 0x93, 0x94, 0xe3))).toBe('€“”ã')
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    expect(Uint8Array.from(encodeWindows1252(decodeWindows1252(all)))).toEqual(all)
    expect(encodeWindows1252('漢a')).toEqual(Uint8Array.of(0x3f, 0x61))
  })

  test('text that was encoded twice is restored, honest text is left alone', () => {
    expect(restoreMojibake('ProprietÃ¡rio')).toBe('Proprietário')
    expect(restoreMojibake('Ã\u0081gua â€œboaâ€\u009d')).toBe('Água “boa”')
    for (const text of ['Proprietário', 'AÇÃO', 'Ã', 'Âé', 'plain']) {
      expect(restoreMojibake(text)).toBeUndefined()
    }
  })
})

describe('the sentences', () => {
  test('each code says something in both languages, in terms of the same facts', () => {
    for (const reasons of [REFUSALS, FILE_WARNINGS, ROW_REASONS]) {
      for (const [code, { pt, en }] of Object.entries(reasons)) {
        const facts = (text: string) => new Set(text.match(/\{[A-Za-z]+\}/g))
        expect([code, facts(pt)]).toEqual([code, facts(en)])
        expect(pt.endsWith('.') && en.endsWith('.')).toBe(true)
      }
    }
  })
})
