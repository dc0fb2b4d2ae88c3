import { describe, expect, test } from 'vitest'
import { decodeWindows1252, encodeWindows1252 } from '../../../src/sheets/text/windows-1252.ts'
import { GOOD, HEADER, judged, writtenBack } from './judge-bytes.ts'

const BAD = '=cmd;00639884962;SP;11.222.333/0001-81;"a;b"'
const FILE = `${HEADER};cor;\r\n${GOOD};azul;\r\n${BAD};prêta;\r\n`

describe('the file that goes back', () => {
  test('holds the rows to fix in their own dialect, encoding and cells', async () => {
    const answer = await judged(encodeWindows1252(FILE))
    const back = decodeWindows1252(await writtenBack(answer, { rows: 'rejected' }))
    expect(back).toBe(
      'placa;renavam;uf;cpf_cnpj;apelido;cor;;' +
        'frota_status;frota_motivo;frota_coluna;frota_valor;frota_sugestao\r\n' +
        '=cmd;00639884962;SP;11.222.333/0001-81;"a;b";prêta;;' +
        "recusada;R-PLATE: =cmd não é uma placa. Use ABC1234 ou ABC1D23.;placa;'=cmd;\r\n",
    )
  })

  test('says where its answers come from, in a column that is replaced, never read', async () => {
    const answer = await judged(FILE)
    const back = await writtenBack(answer, { rows: 'rejected', origin: 'SIMULADO' })
    const text = Buffer.from(back).toString()
    expect(text).toContain('frota_sugestao;frota_origem\r\n')
    expect(text).toContain(";'=cmd;;SIMULADO\r\n")
    const again = await judged(text)
    const twice = Buffer.from(await writtenBack(again, { rows: 'rejected' })).toString()
    expect(twice).not.toContain('frota_origem')
  })

  test('speaks English on demand', async () => {
    const answer = await judged(FILE)
    const back = Buffer.from(await writtenBack(answer, { rows: 'rejected', locale: 'en' }))
    expect(back.toString()).toContain('rejected;R-PLATE: =cmd is not a plate.')
  })

  test('keeps the byte order mark and the line sep= of each encoding', async () => {
    const text = `\uFEFFsep=;\r\n${FILE}`
    const start = 'sep=;\r\nplaca;'
    const cases: [Uint8Array, Uint8Array][] = [
      [Buffer.from(text), Buffer.from(`\uFEFF${start}`)],
      [Buffer.from(text, 'utf16le'), Buffer.from(`\uFEFF${start}`, 'utf16le')],
      [encodeWindows1252(text.slice(1)), encodeWindows1252(start)],
    ]
    for (const [bytes, expected] of cases) {
      const back = await writtenBack(await judged(bytes), { rows: 'all' })
      expect(Buffer.from(back.subarray(0, expected.length))).toEqual(Buffer.from(expected))
      const again = await judged(back)
      expect(again.rows.map((row) => row.verdict)).toEqual(['accepted', 'rejected'])
    }
  })

  test('no value of a document column stands clear in the appended columns', async () => {
    const text = `${HEADER}\n${GOOD.replace('11222333000181', '1122233300018X')}\n`
    const back = Buffer.from(await writtenBack(await judged(text), { rows: 'all' })).toString()
    const appended = back.split('\n')[1]?.split(';').slice(5).join(';') ?? ''
    expect(appended).toContain('R-DOC')
    expect(appended).not.toMatch(/112223330/)
  })
})
