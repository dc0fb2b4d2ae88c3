/** What callers share is never older than their call, and each question is asked for itself. */
import { expect, test } from 'vitest'
import { inTurns } from '../../src/service/tenants/in-turns.ts'

/** Answers when it is told to, with the number of the question. */
function slowly() {
  const waiting: { key: string; end: PromiseWithResolvers<string> }[] = []
  const find = inTurns((key: string) => {
    const end = Promise.withResolvers<string>()
    waiting.push({ key, end })
    return end.promise
  })
  return { waiting, ask: (key: string) => find(key, key) }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('who comes while an answer is under way gets the next one, all together', async () => {
  const { waiting, ask } = slowly()
  const first = ask('a')
  const later = [ask('a'), ask('a'), ask('a')]
  expect(waiting).toHaveLength(1)
  waiting[0]?.end.resolve('old')
  expect(await first).toBe('old')
  await settle()
  expect(waiting).toHaveLength(2)
  const latest = ask('a')
  waiting[1]?.end.resolve('new')
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
  await settle()
  waiting[2]?.end.resolve('newest')
  expect(await latest).toBe('newest')
})

test('a failed answer fails who shares it and nobody after', async () => {
  const { waiting, ask } = slowly()
  const first = ask('a')
  const second = ask('a')
  waiting[0]?.end.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await settle()
  waiting[1]?.end.resolve('back')
  expect(await second).toBe('back')
})

test('other questions wait for nobody, and nothing is kept once all are answered', async () => {
  const { waiting, ask } = slowly()
  const both = [ask('a'), ask('b')]
  expect(waiting.map(({ key }) => key)).toEqual(['a', 'b'])
  for (const { end, key } of waiting) end.resolve(key)
  expect(await Promise.all(both)).toEqual(['a', 'b'])
  await settle()
  const again = ask('a')
  expect(waiting).toHaveLength(3)
  waiting[2]?.end.resolve('again')
  expect(await again).toBe('again')
})
