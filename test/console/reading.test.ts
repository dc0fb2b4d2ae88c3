/** A file that is not understood at once: sheet, columns and values said on its page. */
import { openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { odsOf, odsRow, odsTable } from '../sheets/workbook/make-workbook.ts'
import { cellsIn } from '../sheets/workbook/read-workbook.ts'
import { forFile } from '../support/for-file.ts'
import { countIn, openTestConsole, tokenIn } from './open-console.ts'

const VEHICLE = ['ABC1C34', '00639884962', 'SP', '11222333000181'] as const
const HEADER = ['Placa', 'Renavam', 'UF', 'CPF/CNPJ'] as const
const [PLATE, RENAVAM, UF, OWNER] = VEHICLE

const pages = await forFile(openTestConsole())
interface Seen {
  readonly path: string
  readonly page: string
}

async function uploaded(
  text: string | Uint8Array<ArrayBuffer> | Blob,
  name = 'frota.csv',
  fields: Record<string, string> = {},
): Promise<Seen> {
  const blob = text instanceof Blob ? text : new Blob([text])
  const answer = await pages.upload(blob, name, fields)
  const path = answer.headers.get('location') ?? ''
  return { path, page: await pages.text(path) }
}

async function readAgain({ path, page }: Seen, fields: Record<string, string>): Promise<Seen> {
  const form = new URLSearchParams({ form_token: tokenIn(page), ...fields })
  const answer = await pages.post(`${path}/reading`, form)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  return { path, page: await pages.text(path) }
}

/** The option that a select shows, by its label. */
function chosen(page: string, name: string): string {
  const select = new RegExp(`<select name="${name}">([\\s\\S]*?)</select>`).exec(page)?.[1] ?? ''
  return /<option value="[^"]*" selected>([^<]*)/.exec(select)?.[1] ?? ''
}

test('a file without a header is read by the places that a person confirms', async () => {
  const refused = await uploaded(await openAsBlob('fixtures/fleets/no-header.csv'))
  expect(refused.page).toContain('A planilha foi recusada')
  expect(refused.page).toContain('Diga qual coluna é qual')
  expect(refused.page).not.toContain('--map')
  // What looks like them is chosen already, and no digit of a document is on the page.
  expect(chosen(refused.page, 'column_plate')).toBe('coluna 1')
  expect(chosen(refused.page, 'column_ownerDocument')).toBe('coluna 4')
  expect(refused.page).toContain('<td>ABC#C##</td>')
  expect(refused.page.replaceAll(refused.path, '')).not.toMatch(/[0-9]{9}/)
  const read = await readAgain(refused, {
    column_plate: '1',
    column_renavam: '2',
    column_uf: '3',
    column_ownerDocument: '4',
    column_nickname: '5',
  })
  expect(read.page).toContain('colunas indicadas pela posição')
  expect(Number(countIn(read.page, 'accepted'))).toBeGreaterThan(0)
  expect(read.page).toContain('Iniciar conciliação')
})

test('a document that may be the driver’s, and one of two tables, are chosen on the page', async () => {
  const header = 'Placa;Renavam;UF;Motorista;CPF'
  const driven = await uploaded(`${header}\n${PLATE};${RENAVAM};${UF};Ana;52998224725\n`)
  expect(driven.page).toContain('parece ser do motorista')
  const read = await readAgain(driven, { column_ownerDocument: '5' })
  expect(countIn(read.page, 'accepted')).toBe('1')
  const row = (cells: readonly string[]) => `<tr><td>${cells.join('</td><td>')}</td></tr>`
  const table = `<table>${row(HEADER)}${row(VEHICLE)}</table>`
  const tables = await uploaded(`<html><body>${table}${table}</body></html>`, 'frota.xls')
  expect(tables.page).toContain('Mais de uma tabela da página pode ser a da frota')
  const second = await readAgain(tables, { sheet: '2' })
  expect(countIn(second.page, 'accepted')).toBe('1')
})

test('headers that nobody knows are offered by their names, beside the rows', async () => {
  const text = `Chapa;Nº;Origem;Quem\n${VEHICLE.join(';')}\n`
  const refused = await uploaded(text)
  expect(chosen(refused.page, 'column_plate')).toBe('coluna 1: Chapa')
  expect(chosen(refused.page, 'column_uf')).toBe('coluna 3: Origem')
  const fields = { column_plate: '1', column_renavam: '2', column_uf: '3' }
  const less = await readAgain(refused, fields)
  expect(less.page).toContain('A planilha foi recusada')
  // What was said before is still said.
  expect(chosen(less.page, 'column_renavam')).toBe('coluna 2: Nº')
  const read = await readAgain(less, { ...fields, column_ownerDocument: '4' })
  expect(countIn(read.page, 'accepted')).toBe('1')
  expect(read.page).toContain('linha 1')
})

test('of two candidates a person chooses one; a missing value is given for all rows', async () => {
  const two = await uploaded(`placa;chapa;renavam;cpf/cnpj\nABC1C34;ABC1C35;${RENAVAM};${OWNER}\n`)
  expect(two.page).toContain('A planilha foi recusada')
  const chosenOne = await readAgain(two, { column_plate: '2', uf: UF, strict: 'yes' })
  expect(countIn(chosenOne.page, 'read')).toBe('1')
  expect(chosenOne.page).toContain('coluna chapa')
  expect(chosenOne.page).toContain('valor dado para o arquivo todo')
  expect(chosenOne.page).toMatch(/name="strict" value="yes" checked/)
})

test('a document for all rows is kept without being shown, and a wrong one is asked for again', async () => {
  const text = `placa;renavam;uf\n${PLATE};${RENAVAM};${UF}\n`
  const wrong = await uploaded(text, 'frota.csv', { owner_document: '52998224726' })
  expect(wrong.page).toContain('não é válido')
  const right = await readAgain(wrong, { owner_document: OWNER })
  expect(countIn(right.page, 'accepted')).toBe('1')
  expect(right.page).toContain('Já informado')
  expect(right.page).not.toContain(OWNER)
  const again = await readAgain(right, { strict: 'yes' })
  expect(countIn(again.page, 'accepted')).toBe('1')
})

test('the sheet of a workbook is shown and can be another; it goes back as a workbook', async () => {
  const sheet = (name: string, ...rows: (readonly string[])[]): string =>
    odsTable(name, rows.map((cells) => odsRow(cells)).join(''))
  const ods = odsOf(
    sheet('Resumo &lt;b&gt;', HEADER, ['XX', '1', 'SP', OWNER]) +
      sheet('Frota 🚚', HEADER, VEHICLE),
  )
  const first = await uploaded(new Uint8Array(ods), 'frota.ods')
  expect(first.page).toContain('ODS, aba Resumo &#60;b&#62;, uma de 2')
  expect(countIn(first.page, 'rejected')).toBe('1')
  const second = await readAgain(first, { sheet: '2', column_plate: '4' })
  expect(second.page).toContain('ODS, aba Frota 🚚, uma de 2')
  expect(countIn(second.page, 'accepted')).toBe('1')
  expect(chosen(second.page, 'sheet')).toBe('Frota 🚚')
  const file = await pages.get(`${second.path}/checked`)
  expect(file.headers.get('content-disposition')).toBe(
    'attachment; filename="frota-principal-planilha-conferida.ods"',
  )
  expect(file.headers.get('content-type')).toContain('opendocument.spreadsheet')
  const [header, row] = await cellsIn(new Uint8Array(await file.arrayBuffer()))
  expect(header).toContain('frota_status')
  expect(row?.slice(0, 4)).toEqual([...VEHICLE])
})

test('where the first sheet is empty another is offered', async () => {
  const filled = odsTable('Frota', [HEADER, VEHICLE].map((cells) => odsRow(cells)).join(''))
  const empty = await uploaded(new Uint8Array(odsOf(odsTable('Capa', '') + filled)), 'frota.ods')
  expect(empty.page).toContain('A aba Capa está vazia')
  expect(chosen(empty.page, 'sheet')).toBe('Frota')
  const read = await readAgain(empty, { sheet: '2' })
  expect(countIn(read.page, 'accepted')).toBe('1')
})

test('a form from elsewhere, or of a file that is gone, changes nothing', async () => {
  const refused = await uploaded(`Chapa;Nº;Origem;Quem\n${VEHICLE.join(';')}\n`)
  const form = (token: string): URLSearchParams =>
    new URLSearchParams({ form_token: token, column_plate: '1' })
  expect((await pages.post(`${refused.path}/reading`, form('guess'))).status).toBe(403)
  const token = tokenIn(refused.page)
  const gone = '/uploads/00000000-0000-4000-8000-000000000000/reading'
  expect((await pages.post(gone, form(token))).status).toBe(404)
  const odd = { column_plate: '999', column_uf: '-1', column_renavam: '1e0', sheet: 'NaN' }
  expect((await readAgain(refused, odd)).page).toContain('A planilha foi recusada')
  const pdf = await uploaded('%PDF-1.7\n', 'frota.pdf')
  expect(pdf.page).not.toContain('/reading')
  expect((await pages.post(`${pdf.path}/reading`, form(token))).status).toBe(422)
})

test('any name of a file is shown as a text of bounded length', async () => {
  const long = `${'🚚'.repeat(300)}.csv`
  const { page } = await uploaded('placa;renavam;uf;cpf\n', long)
  expect(page).toContain(`${'🚚'.repeat(120)}…`)
  expect(page).not.toContain('\uFFFD')
  const odd = await uploaded('placa;renavam;uf;cpf\n', `a"'<b>\u202E${'x'.repeat(300)}.csv`)
  expect(odd.page).toContain('&#60;b&#62;xxx')
  expect(odd.page).not.toContain('\u202E')
})

test('an upload that is cut leaves nothing behind', async () => {
  const drafts = join(pages.dataDir, 'drafts')
  const before = await readdir(drafts)
  const socket = connect(pages.port, '127.0.0.1')
  const part = (head: string, body: string): string => `--x\r\n${head}\r\n\r\n${body}\r\n`
  const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`
  socket.write(
    `POST /uploads HTTP/1.1\r\nHost: 127.0.0.1:${pages.port}\r\nCookie: ${pages.cookie}\r\n` +
      'Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      'Content-Length: 1000000\r\n\r\n' +
      part(named('form_token'), pages.formToken) +
      part(`${named('file')}; filename="a.csv"`, `${HEADER.join(';')}\n`.repeat(2_000)),
  )
  const isThere = async (): Promise<boolean> => (await readdir(drafts)).length > before.length
  // Each look goes through the console, so it has had a turn in between.
  while (!(await isThere())) await pages.get('/')
  socket.destroy()
  if (!socket.closed) await once(socket, 'close')
  while (await isThere()) await pages.get('/')
  expect(await readdir(drafts)).toEqual(before)
})

test('a form without its last boundary, or any, is an upload that broke off', async () => {
  const drafts = join(pages.dataDir, 'drafts')
  const before = await readdir(drafts)
  const named = 'Content-Disposition: form-data; name='
  const body =
    `--x\r\n${named}"form_token"\r\n\r\n${pages.formToken}\r\n` +
    `--x\r\n${named}"file"; filename="a.csv"\r\n\r\n${HEADER.join(';')}\n`
  for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data']) {
    const answer = await fetch(`${pages.origin}/uploads`, {
      method: 'POST',
      headers: { cookie: pages.cookie, 'sec-fetch-site': 'same-origin', 'content-type': type },
      body,
    })
    expect({ type, status: answer.status }).toEqual({ type, status: 400 })
    expect(await answer.text()).toContain('O envio foi interrompido antes do fim')
  }
  expect(await readdir(drafts)).toEqual(before)
})

// The last, since every file from here on is read with what is remembered.
test('what was said is remembered by the run, serves the next file, and can be forgotten', async () => {
  const text = `Chapa;Nº;Origem;Quem\n${VEHICLE.join(';')}\n`
  const fields = { column_plate: '1', column_renavam: '2', column_uf: '3' }
  const said = await readAgain(await uploaded(text), { ...fields, column_ownerDocument: '4' })
  await pages.start(said.path)
  await Array.fromAsync(pages.events())
  expect((await pages.get('/runs/1')).status).toBe(200)
  const next = await uploaded(text)
  expect(countIn(next.page, 'accepted')).toBe('1')
  expect(next.page).toContain('Colunas lembradas')
  const forgotten = await readAgain(next, { forget: 'yes' })
  expect(forgotten.page).toContain('A planilha foi recusada')
  const back = await readAgain(forgotten, {})
  expect(countIn(back.page, 'accepted')).toBe('1')
})
