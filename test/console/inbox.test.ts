/** The watched folder on the page of uploads: what lies there, and a file that waits is opened. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForFile, forFile } from '../support/for-file.ts'
import { openTestConsole } from './open-console.ts'

const CPF = '52998224725'
const FILE = `placa;renavam;uf;cpf_cnpj;apelido\r
ABC1C34;00639884962;SP;11222333000181;Van 1\r
JKL3O4S;26827649960;RJ;${CPF};"Van; 2"\r
`

const dir = await folderForFile('uploads')
const pages = await forFile(openTestConsole({ FROTA_INBOX_DIR: join(dir, 'inbox') }))

test('the files of the watched folder are on the page, with what became of them', async () => {
  const inbox = join(dir, 'inbox')
  expect(await pages.text('/upload')).toContain('A pasta não pode ser lida agora')
  await mkdir(join(inbox, 'done'), { recursive: true })
  await mkdir(join(inbox, 'refused'))
  expect(await pages.text('/upload')).toContain('Nenhum arquivo desta frota')
  await writeFile(join(inbox, 'nova <b>.csv'), FILE)
  const stamped = '20261120-101500-abril.csv'
  await writeFile(join(inbox, 'done', stamped), FILE)
  await writeFile(join(inbox, 'done', `${stamped}.veredito.csv`), `o veredito;${CPF}`)
  const reason =
    '\uFEFFmaio.csv: recusado\r\n\r\nO arquivo está vazio.\r\n\r\nNada foi alterado.\r\n'
  await writeFile(join(inbox, 'refused', '20261121-101500-maio.csv'), '')
  await writeFile(join(inbox, 'refused', '20261121-101500-maio.csv.motivo.txt'), reason)
  await mkdir(join(inbox, 'Filial'))
  await writeFile(join(inbox, 'Filial', 'alheia.csv'), FILE)
  const page = await pages.text('/upload')
  expect(page).toMatch(/<td>nova &#60;b&#62;\.csv<\/td>\s*<td>\s*espera/)
  expect(page).toMatch(/<td>maio\.csv<\/td>\s*<td>\s*recusado\s*<span[^>]*>O arquivo está vazio\.</)
  expect(page).toMatch(
    /<td>abril\.csv<\/td>\s*<td>\s*importado\s*<\/td>\s*<td[^>]*>20\/11\/2026 10:15/,
  )
  expect(page).not.toContain('alheia.csv')
  const link = /href="(\/inbox\/[^"]+)"/.exec(page)?.[1] ?? ''
  expect(await pages.text(link)).toContain('o veredito')
  for (const name of ['..%2f..%2fsecret', stamped, 'x.veredito.csv']) {
    expect((await pages.get(`/inbox/${name}`)).status).toBe(404)
  }
})

test('a file that waits in the watched folder is opened, checked and started like one that was sent', async () => {
  const inbox = join(dir, 'inbox')
  const file = { file: 'nova%20%3Cb%3E.csv' }
  const waiting = async (): Promise<number> =>
    (await pages.text('/upload')).match(/<td>nova &#60;b&#62;\.csv<\/td>\s*<td>\s*espera/g)
      ?.length ?? 0
  const young = await pages.send('/inbox', file)
  expect(young.status).toBe(422)
  expect(await young.text()).toContain('ainda está sendo copiado; tente de novo')
  expect(await waiting()).toBe(1)
  await utimes(join(inbox, 'nova <b>.csv'), 1, 1)
  expect((await pages.send('/inbox', { file: 'Filial%2Falheia.csv' })).status).toBe(422)
  const opened = await pages.send('/inbox', file)
  expect(opened.status).toBe(303)
  const address = opened.headers.get('location') ?? ''
  const page = await pages.text(address)
  expect(page).toMatch(/data-count="accepted"[^]*?<b>1</)
  expect(page).toContain(`action="${address}/run"`)
  expect(await waiting()).toBe(0)
  const list = await pages.text('/upload')
  expect(list).toContain(`href="${address}">nova &#60;b&#62;.csv</a>`)
  expect(list).toMatch(/<td>nova _b_\.csv<\/td>\s*<td>\s*aberto aqui/)
  const laid = (await readdir(join(inbox, 'done'))).filter((name) => name.includes('nova'))
  expect(laid.map((name) => name.replace(/^[\d-]*/, '')).toSorted()).toEqual([
    'nova _b_.csv',
    'nova _b_.csv.motivo.txt',
  ])
  const again = await pages.send('/inbox', file)
  expect(again.status).toBe(422)
  expect(await again.text()).toContain('não espera mais na pasta')
  expect((await pages.start(address)).headers.get('location')).toBe('/runs/current')
})
