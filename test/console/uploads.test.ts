/** Spreadsheets that wait: the list, rows edited in place, what is kept, what guards a start. */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TERMINAL_WORDS } from '../../src/app/without-commands.ts'
import { folderForFile, forFile } from '../support/for-file.ts'
import { countIn, openTestConsole, tokenIn } from './open-console.ts'

const CPF = '52998224725'
const HEADER = 'placa;renavam;uf;cpf_cnpj;apelido'
const GOOD = 'ABC1C34;00639884962;SP;11222333000181;Van 1'
/** Its plate has a letter in a digit's place, and its owner is a person. */
const BAD = `JKL3O4S;26827649960;RJ;${CPF};"Van; 2"`
const FILE = `${HEADER}\r\n${GOOD}\r\n${BAD}\r\nXX;1;SP;;Van 3\r\n`
const PLATE_FIELD = 'cell_3_0'

const dir = await folderForFile('uploads')
const pages = await forFile(openTestConsole({ FROTA_PERSON: 'Ana Souza' }))

async function upload(text: string | Buffer<ArrayBuffer>, name = 'frota.csv'): Promise<string> {
  const answer = await pages.upload(new Blob([text]), name)
  expect(answer.status).toBe(303)
  return answer.headers.get('location') ?? ''
}

async function sendAll(names: readonly string[]): Promise<Response> {
  const form = new FormData()
  form.set('form_token', pages.formToken)
  for (const name of names) form.append('file', new Blob([FILE]), name)
  return pages.post('/uploads', form)
}

async function discardAll(): Promise<void> {
  const found = (await pages.text('/upload')).matchAll(/action="(\/uploads\/[^"/]+\/discard)"/g)
  for (const [, path = ''] of found) await pages.send(path, {})
}

test('several files of one form wait in a list, each with its verdict and its own start', async () => {
  const answer = await sendAll(['a.csv', 'b<i>.csv'])
  expect(answer.headers.get('location')).toBe('/upload#waiting')
  await upload('%PDF-1.7\n', 'c.csv')
  const page = await pages.text('/upload')
  expect(page).toMatch(/Até 64 MB cada, 10 de uma vez e 128 MB juntas/)
  expect(page).toMatch(/Ficam aqui 7 dias, até 20 de uma vez/)
  const [, ...rows] = page.slice(page.indexOf('id="waiting"')).split('<tr>').slice(1)
  expect(rows.map((row) => /<a [^>]*>([^<]*)/.exec(row)?.[1])).toEqual([
    'a.csv',
    'b&#60;i&#62;.csv',
    'c.csv',
  ])
  expect(rows.map((row) => /action="[^"]*\/run"/.test(row))).toEqual([true, true, false])
  expect(rows[0]).toContain('aceitas: 1 · recusadas: 2')
  expect(rows[2]).toContain('recusada: abra')
  const discarded = /action="(\/uploads\/[^"/]+\/discard)"/.exec(rows[1] ?? '')?.[1] ?? ''
  expect((await pages.send(discarded, {})).headers.get('location')).toBe('/upload')
  expect(await pages.text('/upload')).not.toContain('b&#60;i')
  expect((await pages.get(discarded.replace('/discard', ''))).status).toBe(404)
  await discardAll()
})

test('more files than fit are refused, and those before them stay', async () => {
  const eleven = await sendAll(Array.from({ length: 11 }, (_, at) => `${at}.csv`))
  expect(eleven.status).toBe(413)
  expect(await eleven.text()).toContain('no máximo 10 planilhas de uma vez')
  for (let at = 0; at < 10; at += 1) await upload(FILE)
  const full = await pages.upload(new Blob([FILE]), 'one-more.csv')
  expect(full.status).toBe(409)
  expect(await full.text()).toContain('Já há 20 planilhas aqui')
  await discardAll()
  expect((await readdir(join(pages.dataDir, 'drafts'))).length).toBe(0)
})

test('a refused row is edited on the page, judged at once, and given back with the file', async () => {
  const path = await upload(FILE)
  const page = await pages.text(path)
  expect(page).toMatch(/<legend>Linha 3 · JKL3O4S<\/legend>/)
  expect(page).toMatch(/name="cell_3_0"\s+value="JKL3O4S"/)
  expect(page).toContain('JKL3O4S não é uma placa')
  const edited = await pages.send(`${path}/rows`, { [PLATE_FIELD]: 'jkl 3045' })
  expect([edited.status, edited.headers.get('location')]).toEqual([303, path])
  const after = await pages.text(path)
  expect([countIn(after, 'accepted'), countIn(after, 'repaired')]).toEqual(['1', '1'])
  expect(after).toMatch(/placa: JKL3O4S<\/td>\s*<td>placa: jkl 3045/)
  expect(after).toContain('Ana Souza')
  expect(after).not.toContain(CPF)
  expect(after).toContain('<td>***.982.247-**</td>')
  const checked = await pages.text(`${path}/checked`)
  expect(checked).toContain(`jkl 3045;26827649960;RJ;${CPF};"Van; 2";corrigida`)
  const rest = (await pages.text(`${path}/to-fix`)).trimEnd().split('\r\n')
  expect(rest.map((line) => line.slice(0, 5))).toEqual(['placa', 'XX;1;'])
  await pages.send(`${path}/rows`, { undo: '3' })
  expect(countIn(await pages.text(path), 'rejected')).toBe('2')
  await pages.send(`${path}/rows`, { out_4: 'yes' })
  expect(countIn(await pages.text(path), 'skipped')).toBe('1')
})

test('a value that the encoding of the file cannot hold is refused, not written as another', async () => {
  const bytes = Buffer.from(FILE.replace('Van 1', 'São João'), 'latin1')
  const sent = await pages.upload(new Blob([bytes]), 'frota.csv')
  const path = sent.headers.get('location') ?? ''
  const refused = await pages.send(`${path}/rows`, { cell_4_0: 'ABC1C3\u{1f69a}' })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('\u{1f69a}'),
  ])
  await pages.send(`${path}/rows`, { [PLATE_FIELD]: 'JKL3O45' })
  const checked = await (await pages.get(`${path}/checked`)).arrayBuffer()
  expect(Buffer.from(checked).toString('latin1')).toMatch(/São João;aceita[\s\S]*JKL3O45/)
})

test('edits at the same time are all kept', async () => {
  const path = await upload(FILE)
  const edits = [{ [PLATE_FIELD]: 'JKL3O45' }, { out_4: 'yes' }]
  await Promise.all(edits.map((fields) => pages.send(`${path}/rows`, fields)))
  const page = await pages.text(path)
  expect([countIn(page, 'accepted'), countIn(page, 'skipped')]).toEqual(['2', '1'])
})

test('a form of another site, a value that is too long, and rows that are not shown change nothing', async () => {
  const path = await upload(FILE)
  const foreign = new URLSearchParams({ form_token: 'x', [PLATE_FIELD]: 'JKL3O45' })
  expect((await pages.post(`${path}/rows`, foreign)).status).toBe(403)
  const long = await pages.send(`${path}/rows`, { [PLATE_FIELD]: 'x'.repeat(201) })
  expect([long.status, await long.text()]).toEqual([422, expect.stringContaining('200 caracteres')])
  await pages.send(`${path}/rows`, {
    cell_2_0: 'ZZZ0A00',
    cell_3_4: 'x',
    cell_999_0: 'y',
    out_2: 'yes',
  })
  const page = await pages.text(path)
  expect(page).not.toContain('Linhas editadas')
  expect(countIn(page, 'accepted')).toBe('1')
  for (const id of ['..%2fsecret', 'x'.repeat(36)]) {
    expect((await pages.get(`/uploads/${id}`)).status).toBe(404)
  }
})

test('the first rows are shown as they were understood, documents masked', async () => {
  const page = await pages.text(await upload(`${HEADER}\n"abc-1c34";639884962;sp;${CPF};Van\n`))
  const rows = page.slice(page.indexOf('As primeiras linhas'))
  expect(rows).toMatch(
    /<td>ABC1C34<\/td>\s*<td>00639884962<\/td>\s*<td>SP<\/td>\s*<td>\*\*\*\.982\.247-\*\*</,
  )
  expect(page).not.toContain(CPF)
})

test('a plate with a letter for a digit is repaired when the person asks for it', async () => {
  const path = await upload(`${HEADER}\nABCI234;00639884962;SP;11222333000181;Van\n`)
  expect(countIn(await pages.text(path), 'rejected')).toBe('1')
  await pages.send(`${path}/reading`, { repair_plates: 'yes' })
  const page = await pages.text(path)
  expect(page).toMatch(/name="repair_plates" value="yes" checked/)
  expect(countIn(page, 'repaired')).toBe('1')
})

test('files and edits outlive the console, sealed', async () => {
  const environment = { FROTA_PERSON: 'Ana Souza' }
  await using first = await openTestConsole(environment)
  const sent = await first.upload(new Blob([FILE]), 'frota.csv')
  const path = sent.headers.get('location') ?? ''
  await first.withCookie(first.cookie).send(`${path}/rows`, { [PLATE_FIELD]: 'JKL3O45' })
  await first.stop()
  const { dataDir, reportsDir } = first
  for (const name of await readdir(join(dataDir, 'drafts'))) {
    const bytes = await readFile(join(dataDir, 'drafts', name))
    for (const text of ['JKL3O45', 'frota.csv', 'Ana']) expect(bytes.includes(text)).toBe(false)
  }
  const dirs = { FROTA_DATA_DIR: dataDir, FROTA_REPORTS_DIR: reportsDir }
  await using second = await openTestConsole({ ...environment, ...dirs })
  expect(await second.text('/upload')).toContain('aceitas: 2 · recusadas: 1')
  const page = await second.text(path)
  expect(countIn(page, 'accepted')).toBe('2')
  expect(page).toContain('placa: JKL3O45')
  expect(tokenIn(page)).not.toBe('')
})

test('a file whose start came to nothing waits again, with its edits', async () => {
  const reports = join(dir, 'reports')
  await using own = await openTestConsole({ FROTA_REPORTS_DIR: reports })
  const path = await own.verdictOf(new Blob([FILE]))
  await own.withCookie(own.cookie).send(`${path}/rows`, { [PLATE_FIELD]: 'JKL3O45' })
  await rm(reports, { recursive: true, force: true })
  await writeFile(reports, 'no folder')
  await own.start(path)
  for await (const { event } of own.events()) if (event === 'ended') break
  expect(await own.text('/runs/current')).toContain('A execução não começou')
  expect(await own.text('/upload')).toContain('aceitas: 2 · recusadas: 1')
  await rm(reports)
  await own.start(path)
  for await (const { event } of own.events()) if (event === 'ended') break
  expect(await own.text('/upload')).not.toContain(path)
})

test('what was edited goes in with the file; its hash and the edits are in the facts', async () => {
  const sent = Buffer.from(FILE.replace('Van 3', 'Caminhão'), 'latin1')
  const path = await upload(sent, 'março "1".csv')
  expect(await pages.text(path)).toContain('março &#34;1&#34;.csv')
  await pages.send(`${path}/rows`, { [PLATE_FIELD]: 'JKL3O45' })
  expect((await pages.start(path)).headers.get('location')).toBe('/runs/current')
  await Array.fromAsync(pages.events())
  expect(await pages.text('/vehicles?q=JKL3O45')).toContain('JKL3O45')
  expect(await pages.text('/upload')).not.toContain(path)
  const [folder = ''] = (await readdir(pages.reportsDir)).filter((name) => name.endsWith('-0001'))
  const text = await readFile(join(pages.reportsDir, folder, 'manifest.json'), 'utf8')
  expect(text).not.toContain(CPF)
  const { stages } = JSON.parse(text) as { stages: { fleet: object } }
  expect(stages.fleet).toMatchObject({
    sha256: createHash('sha256').update(sent).digest('hex'),
    edited: [
      {
        line: 3,
        by: 'Ana Souza',
        leftOut: false,
        cells: [{ column: 'placa', before: 'JKL3O4S', after: 'JKL3O45' }],
      },
    ],
  })
  const rejected = await readFile(join(pages.reportsDir, folder, 'rejected.csv'), 'utf8')
  expect(rejected).toContain('XX;')
  expect(rejected).not.toContain('JKL3O4')
  // It has the delimiter and the encoding of the file that was sent.
  const table = await pages.text('/runs/1/table/rejected?q=não')
  expect(table).toContain('<th class="" scope="col">frota_motivo</th>')
  expect(table).toContain('1 linha.')
  expect(table).toContain('Caminhão')
  const download = await pages.get('/runs/1/files/rejected.csv')
  expect(download.headers.get('content-type')).toBe('text/csv')
})

// From here on the fleet has the two vehicles of the run before.
const OTHER = `${HEADER}\nDEF5G67;01284762677;SP;11222333000181;Van 9\n`

test('a file of another fleet is not started before a person says which it is', async () => {
  const path = await upload(OTHER)
  const page = await pages.text(path)
  expect(page).toContain('Parece a planilha de outra frota')
  expect(page).toContain('Ela traz 0 dos 2 veículos da frota principal. Os outros 2 sairiam dela.')
  expect(page).not.toMatch(TERMINAL_WORDS)
  expect(page).toMatch(/name="other_fleet" value="yes"[\s\S]*A frota mudou mesmo: iniciar assim/)
  // More than half of those at the service: never at once.
  expect(page).toContain('com os que já tinham saído: 2. Não se desativa nenhum agora: são mais')
  const started = await pages.send(`${path}/run`, {})
  expect(started.headers.get('location')).toBe(path)
  expect((await pages.get('/runs/2')).status).toBe(404)
  const wrong = await pages.send(`${path}/fleet`, { fleet: 'a,b' })
  expect(wrong.status).toBe(422)
  const moved = await pages.send(`${path}/fleet`, { fleet: 'Filial' })
  expect(moved.headers.get('location')).toBe(path)
  const chosen = (moved.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const elsewhere = await pages.get(path)
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    404,
    expect.stringContaining('Esta planilha é da frota Filial'),
  ])
  const there = pages.withCookie(`${pages.cookie}; ${chosen}`)
  const anew = await there.text(path)
  expect(anew).toContain('todos são novos: 1')
  expect(anew).not.toContain('Parece a planilha')
})

test('only what a file would change may be ticked', async () => {
  const same = `${HEADER}\n${GOOD.replace('11222333000181', CPF)}\n${BAD.replace('3O4S', '3O45')}\n`
  const page = await pages.text(await upload(same))
  expect(page).toContain('Atualizar no serviço o proprietário que mudou (1)')
  expect(page).not.toContain('deactivate_missing')
  const less = await pages.text(await upload(`${HEADER}\n${GOOD}\n`))
  expect(less).not.toContain('update_owners')
  expect(less).toContain('Desativar no serviço os que não estão na planilha (1)')
  const held = await pages.text(await upload(`${HEADER}\n${GOOD}\nJKL3O4S;1;SP;;x\n`))
  expect(held).toContain('Não se desativa nenhum agora: 1 linha recusada pode ser')
  expect(held).not.toMatch(TERMINAL_WORDS)
})
