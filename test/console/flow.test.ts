/** The pages end to end: a file, its verdicts, a run on the embedded service, its reports. */
import { openAsBlob } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { countIn, openTestConsole } from './open-console.ts'

const pages = await forFile(openTestConsole())

const fixture = (name: string): Promise<Blob> => openAsBlob(join('fixtures/fleets', name))

test('a page with the token of its forms is never compressed beside what an upload put there', async () => {
  const page = await pages.get(await pages.verdictOf('small.csv'))
  expect((await page.text()).length).toBeGreaterThan(4_000)
  expect(page.headers.get('content-encoding')).toBeNull()
})

test('a file becomes verdicts, a run with its progress, and reports to download', async () => {
  const verdict = await pages.verdictOf('small.csv')
  const page = await pages.text(verdict)
  expect(countIn(page, 'read')).toBe('18')
  expect(countIn(page, 'accepted')).toBe('18')
  expect(page).toContain('coluna owner_document')
  expect(page).toContain('<li>todos são novos: 18</li>')
  expect(page).toMatch(/<li>a consultar: 18, a 20 por hora: tudo respondido por volta de /)
  // Nothing happens before the button: there is no run and no database yet.
  expect(await pages.text('/runs')).toContain('Ainda não houve execução')
  expect(await readdir(pages.dataDir)).not.toContain('pgdata')

  const started = await pages.start(verdict)
  expect(started.headers.get('location')).toBe('/runs/current')
  const again = await pages.start(verdict)
  expect(again.headers.get('location')).toBe('/runs/current')
  const other = await pages.send(`${await pages.verdictOf('plates.csv')}/run`, {
    other_fleet: 'yes',
  })
  expect(other.status).toBe(409)
  expect(await other.text()).toContain('ainda está em andamento')

  const seen = await Array.fromAsync(pages.events())
  const progress = seen.filter(({ event }) => event === 'progress').map(({ data }) => data)
  expect(progress.some((data) => data.includes('data-stage="consult"'))).toBe(true)
  expect(progress.at(-1)).toContain('SIMULADO')
  expect(progress.at(-1)).toContain('18/18 veículos no serviço')
  expect(seen.at(-1)?.event).toBe('ended')

  const current = await pages.get('/runs/current')
  expect(current.headers.get('location')).toBe('/runs/1')
  const ended = await pages.text('/runs/1')
  expect(ended).toContain('data-state="done"')
  expect(ended).toContain('SIMULADO')
  const [menu = ''] = /<nav[^]*<\/nav>/.exec(ended) ?? []
  expect(menu.match(/href="\S+" aria-current="page"/g)).toEqual([
    'href="/runs" aria-current="page"',
  ])
  // So does every page that the menu names, and each that has the fleet's figures.
  const links = [...menu.matchAll(/href="(\/[a-z]*)"/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(12)
  for (const path of links) {
    const isSaid = (await pages.text(path)).includes('<title>SIMULADO · ')
    expect({ path, isSaid }).toEqual({ path, isSaid: true })
  }
  const [folder = ''] = (await readdir(pages.reportsDir)).filter((name) => name.endsWith('-0001'))
  const debts = await pages.get('/runs/1/files/debts.csv')
  expect(debts.headers.get('content-disposition')).toBe(
    'attachment; filename="frota-principal-1-debts.csv"',
  )
  const onDisk = await readFile(join(pages.reportsDir, folder, 'debts.csv'))
  expect(Buffer.from(await debts.arrayBuffer()).equals(onDisk)).toBe(true)
  // The file marks a RENAVAM as a text for Excel; as a table it is its digits.
  const table = await pages.text('/runs/1/table/debts')
  const [, renavam] = /"="+(\d{11})"/.exec(onDisk.toString()) ?? []
  expect(table).toContain(`>${renavam}</td>`)
  const summary = await pages.get('/runs/1/files/summary.html')
  expect(summary.headers.get('content-type')).toContain('text/html')
  expect(summary.headers.get('content-disposition')).toBeNull()
  expect(await pages.text('/runs')).toContain('href="/runs/1"')
  const unchanged = await pages.text(await pages.verdictOf('small.csv'))
  expect(unchanged).toContain('<li>sem mudança: 18</li>')
})

test('a file that is no spreadsheet is refused with the cure', async () => {
  const pdf = new Blob(['%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n'])
  const answer = await pages.upload(pdf, 'frota.xlsx')
  const page = await pages.text(answer.headers.get('location') ?? '')
  expect(page).toContain('A planilha foi recusada')
  expect(page).toContain('e sim PDF')
  expect(page).toContain('CSV UTF-8')
  expect(page).not.toContain('Diga qual coluna é qual')
  expect(page).not.toContain('Iniciar conciliação')
})

test('values for the whole file stand in for a missing column', async () => {
  const without = await pages.text(await pages.verdictOf('municipal-cp1252.csv'))
  expect(without).toContain('A planilha foi recusada')
  const fields = { uf: 'PE', owner_document: '11.222.333/0001-81' }
  const page = await pages.text(await pages.verdictOf('municipal-cp1252.csv', fields))
  expect(page).toContain('valor dado para o arquivo todo')
  expect(page).toContain('Windows-1252')
  // It names none of the vehicles of the fleet that a test before made.
  expect(page).toContain('A frota mudou mesmo: iniciar assim')
  expect(page).not.toContain('11.222.333')
})

test('problems name line, column, value and cure, and go back as a file', async () => {
  const verdict = await pages.verdictOf('plates.csv')
  const page = await pages.text(verdict)
  expect(page).toMatch(/<legend>Linha 5 · JKL3O4S<\/legend>[\s\S]*?value="JKL3O4S"/)
  expect(page).toContain('não é uma placa. Use ABC1234')
  const refusedIn = async (path: string, name: string): Promise<number[]> => {
    const file = await pages.get(`${verdict}/${path}`)
    expect(file.headers.get('content-disposition')).toContain(`="frota-principal-${name}"`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const lines = (await file.text()).trimEnd().split(/\r?\n/)
    return [lines.length - 1, lines.filter((line) => line.includes(';recusada;')).length]
  }
  expect(await refusedIn('to-fix', 'linhas-a-corrigir.csv')).toEqual([3, 3])
  expect(await refusedIn('checked', 'planilha-conferida.csv')).toEqual([6, 3])
})

test('a file that passes the limit is refused and nothing of it stays', async () => {
  const before = await readdir(join(pages.dataDir, 'drafts'))
  const row = new Uint8Array(1024 * 1024).fill(0x61)
  const large = new Blob(Array.from({ length: 65 }, () => row))
  const answer = await pages.upload(large, 'large.csv')
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain('64 MB')
  expect(await readdir(join(pages.dataDir, 'drafts'))).toEqual(before)
})

test('a form without a file says so', async () => {
  const form = new FormData()
  form.set('form_token', pages.formToken)
  const none = await pages.post('/uploads', form)
  expect(none.status).toBe(400)
  form.set('file', new Blob([]), '')
  const nameless = await pages.post('/uploads', form)
  expect(nameless.status).toBe(400)
  expect(await nameless.text()).toContain('Escolha um arquivo antes')
  const empty = await pages.upload(new Blob([]), 'vazia.csv')
  const page = await pages.text(empty.headers.get('location') ?? '')
  expect(page).toContain('O arquivo está vazio')
})

test('texts of a file are shown as text, whatever they look like', async () => {
  const evil = `<img src=x onerror=alert(1)>"'&`
  const csv = `placa;renavam;uf;cpf_cnpj;${evil}\n<script>;12;SP;52998224725;x\n`
  const answer = await pages.upload(new Blob([csv]), `${evil}.csv`)
  const page = await pages.text(answer.headers.get('location') ?? '')
  expect(page).not.toContain('<img')
  expect(page).not.toContain('<script>;')
  expect(page).toContain('&#60;script&#62;')
  // The document of the row is shown to nobody.
  expect(page).not.toContain('52998224725')
})

test('an upload is kept sealed, and under a name of our own', async () => {
  await pages.upload(await fixture('small.csv'), '../../etc/passwd')
  for (const name of await readdir(join(pages.dataDir, 'drafts'))) {
    expect(name).toMatch(/^[0-9a-f-]{36}\.(sealed|[0-9]+\.draft)$/)
    const bytes = await readFile(join(pages.dataDir, 'drafts', name))
    expect(bytes.includes('XPB4036')).toBe(false)
  }
})
