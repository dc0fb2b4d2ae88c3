/** `npm run seed`: makes the embedded database's seed again, after a migration was added. */
import { makeSeed } from './seed/make.ts'
import { seedSteps } from './seed-steps.ts'

const bytes = await makeSeed(seedSteps)
process.stdout.write(`src/database/seed/seed.tar.zst: ${bytes} bytes\n`)
