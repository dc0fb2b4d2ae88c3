import { expect, test } from 'vitest'
import { clerkWhy } from '../../../src/app/inbox/clerk-words.ts'
import { withoutCommands } from '../../../src/app/without-commands.ts'
import { anotherFleet } from '../../../src/reconciliation/intake/import-refusal.ts'
import { FILE_WARNINGS, REFUSALS } from '../../../src/reconciliation/intake/reasons/file-reasons.ts'

test('what only names an option or a command goes; the rest of the words stays as it is', () => {
  expect(withoutCommands('Só a aba A foi lida. Não foram lidas: B. Escolha com --sheet.')).toBe(
    'Só a aba A foi lida. Não foram lidas: B.',
  )
  expect(withoutCommands('Mais de uma: A, B. Escolha uma (--map uf=A, --map uf=B).')).toBe(
    'Mais de uma: A, B. Escolha uma.',
  )
  expect(withoutCommands('Trocados: 1 (A). frota vehicle show PLACA mostra o histórico.')).toBe(
    'Trocados: 1 (A).',
  )
  expect(withoutCommands('A linha 1 é: Av. Brasil -- 2 (x). Saem da frota sul: 2.')).toBe(
    'A linha 1 é: Av. Brasil -- 2 (x). Saem da frota sul: 2.',
  )
  for (const { pt, en } of Object.values({ ...REFUSALS, ...FILE_WARNINGS })) {
    for (const text of [pt, en]) expect(withoutCommands(text)).not.toMatch(/--[a-z]|frota orders/)
  }
})

test('a refused file says what cures it where it was dropped, and which columns were found', () => {
  const pt = 'O cabeçalho da linha 1 não tem UF. Acrescente a coluna, ou indique-a com --map.'
  const facts = { recognized: 'plate=Placa', others: 'Obs', map: '"uf=UF Licenc."' }
  expect(clerkWhy({ code: 'F-MISSING-COLUMN', pt, en: '' }, facts).pt.split('\r\n')).toEqual([
    'O cabeçalho da linha 1 não tem UF.',
    'Reconhecidas: plate=Placa',
    'Sem uso: Obs',
    'Pelo conteúdo, devem ser estas: uf=UF Licenc.',
    expect.stringMatching(/^Dê às colunas, .* placa, renavam, uf e cpf_cnpj.* no console/),
  ])
  const other = anotherFleet({ shared: 0, current: 12, rejected: 0, line: 0, taken: [] })
  const said = clerkWhy(other ?? { code: '', pt: '', en: '' }, {})
  expect(said.pt).toMatch(/0 dos 12 veículos da frota\.\r\nSe é de outra frota, ponha-o na pasta/)
  expect(said.pt + said.en).not.toMatch(/--[a-z]/)
})
