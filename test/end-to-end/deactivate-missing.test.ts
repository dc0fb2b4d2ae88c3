/** Vehicles that a spoilt file still names are never deactivated at the service. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fleet, openWorld } from '../support/run-frota.ts'
import { forFile } from '../support/for-file.ts'

const world = await forFile(openWorld())
const text = await readFile(fleet('small.csv'), 'utf8')
const [first = '', ...rest] = text.trimEnd().split(/\r?\n/)
const head = `${first},obs`
const rows = rest.map((row) => `${row},`)
await reconcile(rows)

async function reconcile(lines: readonly string[], ...flags: readonly string[]): Promise<string> {
  const path = join(world.dir, 'fleet.csv')
  await writeFile(path, [head, ...lines, ''].join('\n'))
  const { stdout, code } = await world.run(['reconcile', path, ...flags])
  expect(code).toBe(0)
  return stdout
}

const inactive = (): Promise<number> =>
  world.count('SELECT count(*) FROM service.vehicle WHERE NOT is_active')

test('rows that stray quotes have joined, or that lost their plate at the end, keep them all', async () => {
  const [one = '', two = '', ...others] = rows
  const last = others.at(-1)?.split(',') ?? []
  const stray = [one.replace(/,([^,]*),$/, ',"$1,'), two.replace(/,([^,]*),$/, ',$1",')]
  const waiting = ['A EMPLACAR', 'AGUARDANDO', ...last.slice(2)].join(',')
  const told = await reconcile([...stray, ...others.slice(0, -1), waiting], '--deactivate-missing')
  expect(told).toMatch(/^Nenhum veículo foi desativado: 3 linhas recusadas podem ser/m)
  expect(await inactive()).toBe(0)
})

test('a vehicle that only a note still names is not deactivated, and one that nothing names is', async () => {
  const [one = '', ...others] = rows
  const [plate = ''] = one.split(',')
  const noted = [`${others[0] ?? ''}ex ${plate}`, ...others.slice(1)]
  const told = await reconcile(noted, '--deactivate-missing')
  expect(told).toContain(`o que falta (${plate}) ainda aparece na planilha, na linha 2`)
  expect(await inactive()).toBe(0)
  await reconcile(others, '--deactivate-missing')
  expect(await inactive()).toBe(1)
})
