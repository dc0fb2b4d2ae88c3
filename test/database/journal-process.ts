/** Appends numbered records until it is killed, and says each number once it is on the disk. */
import { openJournal } from '../../src/database/journal.ts'

const journal = await openJournal(process.argv[2] ?? '')
for (let n = 1; ; n += 1) {
  await journal.append({ n })
  process.stdout.write(`${n}\n`)
}
