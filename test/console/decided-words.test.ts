import { expect, test } from 'vitest'
import { decidedWords } from '../../src/console/money/proposals-page.ts'

test.each([
  [['Ana Souza', 'João Lima'], 'nada mudou: já estava decidida (Ana Souza, João Lima)'],
  [[], 'nada mudou: já estava decidida'],
])('a decision that %j made before is told with their names', (people, said) => {
  expect(decidedWords({ outcome: 'unchanged', people }, 'pt-BR')).toBe(said)
})
