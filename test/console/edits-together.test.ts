/** Two people, consoles or tabs that edit the rejected rows of one spreadsheet at the same time. */
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openTestConsole } from './open-console.ts'

const HEADER = 'placa;renavam;uf;cpf_cnpj;apelido'
const FILE = `${HEADER}\r\nJKL3O4S;26827649960;RJ;52998224725;Van 2\r\nXX;1;SP;;Van 3\r\n`

const first = await forFile(openTestConsole({ FROTA_PERSON: 'Ana' }))

test('edits in two consoles at the same time are all kept, each under its person', async () => {
  const dirs = { FROTA_DATA_DIR: first.dataDir, FROTA_REPORTS_DIR: first.reportsDir }
  await using second = await openTestConsole({ ...dirs, FROTA_PERSON: 'Bia' })
  const rows = Array.from({ length: 8 }, (_, at) => `XX${at};1;SP;;Van ${at}`).join('\r\n')
  const sent = await first.upload(new Blob([`${HEADER}\r\n${rows}\r\n`]), 'frota.csv')
  const path = sent.headers.get('location') ?? ''
  const both = [first, second].map((one) => one.withCookie(one.cookie))
  const lines = [2, 3, 4, 5, 6, 7, 8, 9]
  const answers = lines.map(async (line) => {
    const fields = { [`cell_${line}_4`]: '', [`cell_${line}_0`]: `ABC1C3${line}` }
    return (await both[line % 2]?.send(`${path}/rows`, fields))?.status
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([303]))
  const page = await second.text(path)
  const [table = ''] = page.slice(page.indexOf('Linhas editadas')).split('</table>')
  const edited = table.split('<tr>').slice(2)
  const told = edited.map((row) => [/ABC1C3(\d)/.exec(row)?.[1], /Ana|Bia/.exec(row)?.[0]])
  expect(told).toEqual(lines.map((line) => [String(line), line % 2 === 0 ? 'Ana' : 'Bia']))
})

test('a form that was opened before another edit of its row takes that one not back', async () => {
  const sent = await first.upload(new Blob([FILE]), 'frota.csv')
  const path = sent.headers.get('location') ?? ''
  const visit = first.withCookie(first.cookie)
  const send = (at: string, fields: Record<string, string>) => visit.send(at, fields)
  const textOf = async (at: string): Promise<string> => first.text(at)
  const opened = { was_2_0: 'JKL3O4S', was_3_0: 'XX' }
  const ana = { ...opened, cell_2_0: 'JKL3O4', cell_3_0: 'XX' }
  expect((await send(`${path}/rows`, ana)).status).toBe(303)
  // The same form again, as by a second click; and one of another tab that changes another row.
  expect((await send(`${path}/rows`, ana)).status).toBe(303)
  const other = { ...opened, cell_2_0: 'JKL3O4S', cell_3_0: 'XY' }
  expect((await send(`${path}/rows`, other)).status).toBe(303)
  const page = await textOf(path)
  expect(page).toMatch(/name="cell_2_0"\s+value="JKL3O4"/)
  expect(page).toMatch(/name="cell_3_0"\s+value="XY"/)
  // Only that row is refused: the other one was not touched by anybody else.
  const late = await send(`${path}/rows`, {
    ...opened,
    was_3_0: 'XY',
    cell_2_0: 'JKL3O45',
    cell_3_0: 'XZ',
  })
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('A linha 2 foi')])
  const now = await textOf(path)
  expect(now).toMatch(/name="cell_2_0"\s+value="JKL3O4"/)
  expect(now).toMatch(/name="cell_3_0"\s+value="XZ"/)
})
