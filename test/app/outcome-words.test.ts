import { expect, test } from 'vitest'
import { outcomeWords } from '../../src/app/orders/outcome-words.ts'

test.each([
  [['Ana Souza', 'João Lima'], 'nada mudou: já estava decidida (Ana Souza, João Lima)'],
  [[], 'nada mudou: já estava decidida'],
])('a decision that %j made before is told with their names', (people, said) => {
  expect(outcomeWords({ outcome: 'unchanged', people }, 'pt-BR')).toBe(said)
})
