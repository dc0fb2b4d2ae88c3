/** What an id and a payload are to the queue, on every store. */
import { expect, test } from 'vitest'
import { done, refused, snoozed } from '../support/outcomes.ts'
import { consult } from '../support/queue.ts'
import { atWork, consulting, finish, type MakeScene, type Run } from './stage.ts'

export function knowsIds(scene: MakeScene): void {
  test('adding an id that waits or runs changes nothing', async () => {
    await using stage = scene()
    const { queue, ran, held } = await atWork(stage)
    await queue.add([consult('runs'), consult('waits')])
    await queue.add(Array.from({ length: 9 }, () => consult('waits')))
    await queue.add([consult('last')])
    held.open()
    await stage.endings.count(3)
    expect(ran).toEqual(['effect-of-runs', 'effect-of-waits', 'effect-of-last'])
  })

  test.each<[string, Run]>([
    ['done', finish],
    ['snoozed', () => Promise.resolve(snoozed(Number.MAX_SAFE_INTEGER, 'no slot'))],
    ['refused', () => Promise.resolve(refused('the debt is gone'))],
    ['failed', () => Promise.reject(new Error('a bug'))],
  ])('an id that is %s may be added again and runs again', async (_ending, run) => {
    await using stage = scene()
    const queue = await stage.start([consulting(run)])
    await queue.add([consult('same')])
    await stage.endings.count(1)
    await queue.add([consult('same')])
    await stage.endings.count(2)
    expect(stage.endings.ids()).toEqual(['same', 'same'])
  })

  test.each(['12345', 'a:b', '', 'with space', 'x'.repeat(201)])(
    'the id %j is refused before it reaches the store',
    async (id) => {
      await using stage = scene()
      const queue = await stage.open()
      await expect(queue.add([consult(id)])).rejects.toThrow(RangeError)
    },
  )
}

export function knowsPayloads(scene: MakeScene): void {
  test('a payload with anything more than its name is refused and never quoted', async () => {
    await using stage = scene()
    const queue = await stage.open()
    const data = { chunk: 'c', document: '111.444.777-35' }
    const adding = queue.add([{ kind: 'collect-debts', id: 'o', data }])
    await expect(adding).rejects.toThrow('must carry exactly { chunk }')
    await expect(adding).rejects.not.toThrow('111')
  })

  test('a job whose stored payload is wrong fails at once, without its verb', async () => {
    await using stage = scene()
    let ran = 0
    const run: Run = () => {
      ran += 1
      return Promise.resolve(done)
    }
    await stage.start([consulting(run, { attempts: 5 })])
    await stage.raw('consult-vehicles', async (raw) => {
      await raw.add('consult-vehicles', { chunk: 'x' }, { jobId: 'wrong', attempts: 9 })
    })
    await stage.endings.count(1)
    expect(stage.endings.told).toEqual([
      { kind: 'consult-vehicles', id: 'wrong', error: expect.any(TypeError) },
    ])
    expect(ran).toBe(0)
  })
}
