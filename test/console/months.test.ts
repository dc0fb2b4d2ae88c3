/** Months in the browser: a preview, the close under a name, and the files of the folder. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openAfterRun } from './after-run.ts'
import { tokenIn } from './open-console.ts'

const pages = await forFile(
  openAfterRun({ FROTA_LOCALE: 'pt-BR', FROTA_PERSON: 'Ana <b>Souza</b>' }),
)
const offered = [
  ...(await pages.text('/months')).matchAll(/action="\/months\/(\d{4}-\d\d)\/preview"/g),
]
/** The month before the one in which the test runs: it is over, and empty. */
const month = offered[1]?.[1] ?? ''

async function form(path: string, fields: Record<string, string> = {}): Promise<Response> {
  const figures = path.endsWith('/close') ? await figuresOn(path.replace('/close', '')) : ''
  return pages.send(path, { figures, ...fields })
}

/** What the page of a preview says to its close. */
async function figuresOn(path: string): Promise<string> {
  return /name="figures" value="([0-9a-f]{64})"/.exec(await pages.text(path))?.[1] ?? ''
}

test('a month that is over has a preview, with its balance and its files', async () => {
  const written = await form(`/months/${month}/preview`)
  expect(written.headers.get('location')).toBe(`/months/${month}`)
  const page = await pages.text(`/months/${month}`)
  expect(page).toContain('Prévia: estes números ainda mudam.')
  expect(page).toContain('SIMULADO')
  // A name is text, whatever stands in it.
  expect(page).toContain('Ana &#60;b&#62;Souza&#60;/b&#62;')
  const names = [...page.matchAll(/files\/of-principal\/([a-z.]+)"/g)].map(([, name]) => name)
  const manifest = JSON.parse(
    await readFile(join(pages.reportsDir, month, 'manifest.json'), 'utf8'),
  ) as { files: object }
  expect(new Set(names)).toEqual(new Set([...Object.keys(manifest.files), 'manifest.json']))
})

test('the whole folder is given as one archive, each file as it is', async () => {
  const answer = await pages.get(`/months/${month}/files.zip`)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const packed = unpack(Buffer.from(await answer.arrayBuffer()))
  const manifest = JSON.parse(
    await readFile(join(pages.reportsDir, month, 'manifest.json'), 'utf8'),
  ) as { files: object }
  expect(new Set(packed.keys())).toEqual(new Set([...Object.keys(manifest.files), 'manifest.json']))
  for (const [name, bytes] of packed) {
    const onDisk = await readFile(join(pages.reportsDir, month, name))
    expect({ name, same: bytes.equals(onDisk) }).toEqual({ name, same: true })
  }
  const run = unpack(Buffer.from(await (await pages.get('/runs/1/files.zip')).arrayBuffer()))
  const { files } = JSON.parse(run.get('manifest.json')?.toString('utf8') ?? '') as {
    files: object
  }
  expect(new Set(run.keys())).toEqual(new Set([...Object.keys(files), 'manifest.json']))
  expect([...run.keys()]).toContain('order_items.csv')
  expect((await pages.get('/runs/1/files/order_items.csv')).status).toBe(200)
  expect((await pages.get('/months/2001-01/files.zip')).status).toBe(404)
})

/** Reads a ZIP by its central directory (APPNOTE 4.3.12). */
function unpack(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(from, from + size)
    files.set(name, archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

test('the page of months names what only the terminal does, by its commands', async () => {
  const page = await pages.text('/months')
  for (const name of ['bank match', 'bank say', 'orders date', 'close --reopen']) {
    expect(page).toContain(`(frota ${name})`)
  }
})

test('a file of the folder is given as it is, and no other file is', async () => {
  const ledger = await pages.get(`/months/${month}/files/ledger.csv`)
  expect(ledger.headers.get('content-disposition')).toBe(
    `attachment; filename="frota-principal-${month}-ledger.csv"`,
  )
  const onDisk = await readFile(join(pages.reportsDir, month, 'ledger.csv'))
  expect(Buffer.from(await ledger.arrayBuffer()).equals(onDisk)).toBe(true)
  const page = await pages.get(`/months/${month}/files/close.html`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const others = ['../latest', `${month}/files/secret`, `${month}/files/..%2fmanifest.json`]
  for (const other of [...others, '2026-13', '1999-01', 'latest', `${month}.2`]) {
    expect({ other, status: (await pages.get(`/months/${other}`)).status }).toEqual({
      other,
      status: 404,
    })
  }
})

test('the current month is not closed, nor is any with things open and no reason', async () => {
  const current = /action="\/months\/(\d{4}-\d\d)\/preview"/.exec(await pages.text('/months'))?.[1]
  await form(`/months/${current}/preview`)
  const page = await pages.text(`/months/${current}`)
  expect(page).toContain('O mês ainda não acabou')
  expect(page).not.toContain(`/months/${current}/close`)
  const refused = await form(`/months/${current}/close`)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('ainda não acabou; até lá há só a prévia')
  const unsaid = await form(`/months/${month}/close`, { with_open: 'yes', reason: ' ' })
  expect(unsaid.status).toBe(409)
  expect(await unsaid.text()).toContain('Diga o motivo de fechar com pendências.')
})

test('figures of the service that differ are told, and not that the books do not close', async () => {
  const path = join(pages.reportsDir, month, 'manifest.json')
  const manifest = await readFile(path, 'utf8')
  const told = async (code: string): Promise<string> => {
    const all = JSON.parse(manifest) as { checks: object[] }
    const checks = [...all.checks, { code, closes: false }]
    await writeFile(path, JSON.stringify({ ...all, checks, closes: false }))
    return pages.text(`/months/${month}`)
  }
  const outside = await told('outside-total')
  expect(outside).toContain('Conferências que diferem do serviço: 1 ')
  expect(outside).not.toMatch(/Não use|O mês não foi fechado|As contas não fecham/)
  const within = await told('book-paid')
  expect(within).toContain('As contas não fecham')
  expect(within).not.toContain('O mês não foi fechado')
  await writeFile(path, manifest)
})

test('without the token of the page nothing is closed', async () => {
  const forged = await pages.post(`/months/${month}/close`, new URLSearchParams())
  expect(forged.status).toBe(403)
})

test('a close is refused when its figures are not those of the preview that was seen', async () => {
  const path = join(pages.reportsDir, month, 'manifest.json')
  const manifest = await readFile(path, 'utf8')
  for (const figure of [/("roll": \{[^]*?"closing": ")/, /("groups": \{[^]*?"closing": ")/]) {
    const other = manifest.replace(figure, '$19')
    expect(other).not.toBe(manifest)
    await writeFile(path, other)
    const refused = await form(`/months/${month}/close`)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('mudaram desde a prévia: escreva outra')
  }
  const unseen = await form(`/months/${month}/close`, { figures: '' })
  expect(unseen.status).toBe(409)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ state: 'preview' })
  await writeFile(path, manifest)
})

test('of closes and previews at once one closes it, and the folder is that of the close', async () => {
  const asked = ['close', 'preview', 'close', 'preview', 'close']
  const answers = await Promise.all(asked.map((verb) => form(`/months/${month}/${verb}`)))
  const closes = answers.filter((_, at) => asked[at] === 'close')
  expect(closes.map(({ status }) => String(status)).toSorted()).toEqual(['303', '409', '409'])
  const closed = closes.find(({ status }) => status === 303)
  expect(closed?.headers.get('location')).toBe(`/months/${month}`)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  const manifest = await readFile(join(pages.reportsDir, month, 'manifest.json'))
  expect(JSON.parse(manifest.toString('utf8'))).toMatchObject({ state: 'closed' })
  const names = await readdir(pages.reportsDir)
  expect(names.filter((name) => name.startsWith('.'))).toEqual([])
})

test('a closed month says under whose name, and is not closed again', async () => {
  const page = await pages.text(`/months/${month}`)
  expect(page).toContain('Fechado por Ana &#60;b&#62;Souza&#60;/b&#62; em ')
  expect(page).not.toContain(`/months/${month}/close`)
  const again = await form(`/months/${month}/close`)
  expect(again.status).toBe(409)
  const list = await pages.text('/months')
  expect(list).toContain(`href="/months/${month}"`)
  expect(list).not.toContain(`action="/months/${month}/preview"`)
  expect(tokenIn(list)).not.toBe('')
})

test('a month that was closed with a simulated service stays so in the file of a real one', async () => {
  await pages.query('update frota.run set simulated = false')
  const [, ...lines] = (await pages.text('/months.csv')).trim().split(/\r?\n/)
  await pages.query('update frota.run set simulated = true')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/SIMULADO$/)
})

test('a closed month whose files changed says so on its page and in the list', async () => {
  const said = 'Não use: a pasta mudou ou falta'
  const told = async () =>
    Promise.all(
      [`/months/${month}`, '/months'].map(async (path) => (await pages.text(path)).includes(said)),
    )
  expect(await told()).toEqual([false, false])
  const path = join(pages.reportsDir, month, 'bank.csv')
  const bytes = await readFile(path)
  await writeFile(path, 'x')
  expect(await told()).toEqual([true, true])
  await writeFile(path, bytes)
  expect(await told()).toEqual([false, false])
})

test('a month that was reopened says who withdrew its figures, when and why', async () => {
  await pages.query(`update frota.month_close set reopened_at = '2026-11-24T18:00:00Z',
    reopened_by = 'Bia Lima', reopen_reason = 'faltou um extrato' where month = '${month}'`)
  const page = await pages.text(`/months/${month}`)
  expect(page).toContain('Não use: o mês foi reaberto')
  const told = 'Reaberto por Bia Lima em 24/11/2026 15:00: faltou um extrato. Vale o próximo'
  expect(page).toContain(told)
})
