import { expect, test } from 'vitest'
import { outcomeWords } from '../../src/app/orders/outcome-words.ts'
import { editedWords } from '../../src/app/vehicles/vehicle-words.ts'
import { sayIn } from '../../src/bilingual.ts'

test.each([
  [['Ana Souza', 'João Lima'], 'nada mudou: já estava decidida (Ana Souza, João Lima)'],
  [[], 'nada mudou: já estava decidida'],
])('a decision that %j made before is told with their names', (people, said) => {
  expect(outcomeWords({ outcome: 'unchanged', people }, 'pt-BR')).toBe(said)
})

test('an edit that is given again says whether the service knows it by now', () => {
  const vehicle = { state: 'registered' } as Parameters<typeof editedWords>[0]['vehicle']
  const again = { vehicle, news: [], asksAnew: false, told: { told: true as const } }
  expect(editedWords(again, { say: sayIn('pt-BR') })).toEqual([
    'Já está assim.',
    'O serviço já sabe.',
  ])
})
