/** A sheet that waits on the pages, and what was noted of it, with its file emptied or cut. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestConsole } from './open-console.ts'
import { forFile } from '../support/for-file.ts'

const FILE = 'placa;renavam;uf;cpf_cnpj\r\nABC1C34;00639884962;SP;11222333000181\r\n'

const pages = await forFile(openTestConsole({ FROTA_PERSON: 'Ana Souza' }))
await upload('whole.csv')

async function upload(name: string): Promise<string> {
  const answer = await pages.upload(new Blob([FILE]), name)
  return answer.headers.get('location') ?? ''
}

test.each(['sealed', 'draft'])(
  'a waiting sheet whose .%s file is damaged is told as gone, and the others stay',
  async (kind) => {
    const path = await upload('torn.csv')
    const folder = join(pages.dataDir, 'drafts')
    const isIts = (name: string): boolean =>
      name.startsWith(basename(path)) && name.endsWith(`.${kind}`)
    const file = join(folder, (await readdir(folder)).find(isIts) ?? '')
    const kept = await readFile(file)
    for (const length of [0, kept.length >> 1, kept.length - 1]) {
      await writeFile(file, kept.subarray(0, length))
      const checked = await pages.get(`${path}/checked`)
      expect(checked.status).toBe(404)
      expect(await checked.text()).toContain('envie-a de novo')
      const run = await pages.send(`${path}/run`, {})
      expect(run.status).toBe(404)
      expect(await pages.text('/upload')).toContain('whole.csv')
    }
    await rm(file)
  },
)
