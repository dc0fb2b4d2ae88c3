import { expect, test } from 'vitest'
import { compiledOnce } from '../../src/service/compiled-once.ts'
import { openServiceDb } from '../../src/service/service-db.ts'
import { openBenchDatabase } from './support/bench-database.ts'

test('a statement compiled once runs with the values of each call, and with its constants', async () => {
  await using database = await openBenchDatabase()
  const db = openServiceDb(database.pool)
  const read = compiledOnce({ word: 'stand-in', at: new Date(0) }, (compiler, { word, at }) =>
    compiler.selectNoFrom((row) => [
      row.cast<string>(row.val(word), 'text').as('one'),
      row.cast<string>(row.val('word'), 'text').as('constant'),
      row.cast<string>(row.val(word), 'text').as('again'),
      row.cast<Date>(row.val(at), 'timestamptz').as('at'),
    ]),
  )
  for (const [word, day] of [
    ['first', '2026-11-23'],
    ['second', '2027-01-01'],
  ] as const) {
    const at = new Date(`${day}T12:00:00.000Z`)
    expect(await read(db, { word, at })).toEqual({ one: word, constant: 'word', again: word, at })
  }
})
