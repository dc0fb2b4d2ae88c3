/**
 * A process that owns a data directory until it is killed, for the tests of lock and recovery.
 * Says "open" on stdout when it does. Arguments: the directory, and what it does beside: "insert"
 * adds rows one by one and says each number that was committed; "steps" says each step of the start
 * before "open".
 */
import { openDatabase } from '../../src/database/open.ts'

const [dataDir = '', then = ''] = process.argv.slice(2)
const database = await openDatabase({
  dataDir,
  command: 'frota worker',
  onProgress: (step) => {
    if (then === 'steps') process.stdout.write(`${step}\n`)
  },
})
process.stdout.write('open\n')
if (then === 'insert') {
  await database.pool.query('CREATE TABLE IF NOT EXISTS frota.kept (id int PRIMARY KEY, fill text)')
  const found = await database.pool.query<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM frota.kept',
  )
  for (let id = (found.rows[0]?.last ?? 0) + 1; ; id += 1) {
    await database.pool.query('INSERT INTO frota.kept VALUES ($1, repeat($2, 500))', [id, 'x'])
    process.stdout.write(`${id}\n`)
  }
}
