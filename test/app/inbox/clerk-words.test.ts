import { expect, test } from 'vitest'
import { withoutOptions } from '../../../src/app/inbox/clerk-words.ts'
import { FILE_WARNINGS, REFUSALS } from '../../../src/reconciliation/intake/reasons/file-reasons.ts'

test('what only names an option or a command goes; the rest of the words stays as it is', () => {
  expect(withoutOptions('Só a aba A foi lida. Não foram lidas: B. Escolha com --sheet.')).toBe(
    'Só a aba A foi lida. Não foram lidas: B.',
  )
  expect(withoutOptions('Mais de uma: A, B. Escolha uma (--map uf=A, --map uf=B).')).toBe(
    'Mais de uma: A, B. Escolha uma.',
  )
  expect(withoutOptions('Trocados: 1 (A). frota vehicle show PLACA mostra o histórico.')).toBe(
    'Trocados: 1 (A).',
  )
  expect(withoutOptions('A linha 1 é: Av. Brasil -- 2 (x). Saem da frota sul: 2.')).toBe(
    'A linha 1 é: Av. Brasil -- 2 (x). Saem da frota sul: 2.',
  )
  for (const { pt, en } of Object.values({ ...REFUSALS, ...FILE_WARNINGS })) {
    for (const text of [pt, en]) expect(withoutOptions(text)).not.toMatch(/--[a-z]|frota orders/)
  }
})
