/** One fleet, saved by LibreOffice in all its kinds of files, is read as the same vehicles. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judged, refusal } from '../reconciliation/intake/judge-bytes.ts'
import { folderForFile } from '../support/for-file.ts'

const FLEET = [
  ['ABC1C34', '00639884962', 'SP', '11222333000181', 'São José; 1'],
  ['DEF5G67', '26827649960', 'RJ', '52998224725', 'Pá "azul"'],
  ['GHI2345', '01284762677', 'MG', '12ABC34501DE35', 'x'],
] as const

const folder = await folderForFile('office')

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const SOURCE = [['Placa', 'RENAVAM', 'UF', 'CPF/CNPJ', 'Apelido'], ...FLEET]
  .map((cells) => `${cells.map(quoted).join(';')}\r\n`)
  .join('')

/** Semicolons, quotes, UTF-8, all columns texts. */
const READ_AS = 'CSV:59,34,76,1,1/2/2/2/3/2/4/2/5/2'

/** What LibreOffice makes of a source file; `readAs`: its filter for it. */
function saveAs(kind: string, source = SOURCE, readAs = READ_AS): Uint8Array {
  const path = join(folder, readAs === READ_AS ? 'frota.csv' : 'frota.html')
  writeFileSync(path, source)
  const out = mkdtempSync(join(folder, 'out-'))
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const how = [profile, '--headless', `--infilter=${readAs}`, '--convert-to', kind]
  execFileSync('soffice', [...how, '--outdir', out, path], { stdio: 'pipe' })
  const [written = ''] = readdirSync(out)
  return readFileSync(join(out, written))
}

const XLSX = 'xlsx:Calc MS Excel 2007 XML'
const TEXT = 'csv:Text - txt - csv (StarCalc)'

test.each([
  XLSX,
  'ods',
  'html:HTML (StarCalc)',
  `${TEXT}:59,34,76,1`,
  `${TEXT}:44,34,76,1,,0,true`,
  `${TEXT}:9,34,1,1`,
  `${TEXT}:124,39,12,1,,0,true`,
  `${TEXT}:59,34,65535,1`,
  `${TEXT}:FIX,34,1,1`,
])('a fleet that LibreOffice saves as %s', async (kind) => {
  const { rows } = await judged(saveAs(kind))
  const read = rows.map(({ vehicle }) => {
    const { plate, renavam, uf, ownerDocument, nickname } = vehicle ?? {}
    return [plate, renavam, uf, ownerDocument, nickname]
  })
  expect(read).toEqual(FLEET)
})

const MERGED =
  '<table><tr><td colspan=4>Frota</td></tr><tr><td>Placa<td>Renavam<td>UF<td>CPF/CNPJ</tr>' +
  '<tr><td>ABC1C34<td>00639884962<td rowspan=3>SP<td rowspan=2>11.222.333/0001-81</tr>' +
  '<tr><td>DEF5G67<td>26827649960</tr><tr><td>GHI2345<td>01284762677<td>529.982.247-25</table>'

test.each([XLSX, 'ods', 'html:HTML (StarCalc)'])('merged cells in an %s', async (kind) => {
  const { rows } = await judged(saveAs(kind, MERGED, 'HTML (StarCalc)'))
  const read = rows.map(({ vehicle }) => [vehicle?.plate, vehicle?.uf, vehicle?.ownerDocument])
  expect(read).toEqual([
    ['ABC1C34', 'SP', '11222333000181'],
    ['DEF5G67', 'SP', '11222333000181'],
    ['GHI2345', 'SP', '52998224725'],
  ])
})

test('what LibreOffice saves in old formats is refused with what to do', async () => {
  expect((await refusal(saveAs('xls:MS Excel 97'))).facts).toEqual({ kind: 'XLS' })
  expect((await refusal(saveAs('xml:MS Excel 2003 XML'))).code).toBe('F-EXCEL-XML')
})
