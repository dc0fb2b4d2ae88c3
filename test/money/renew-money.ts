/** `npm run docs:money`: runs every cell and writes docs/money.md's tables anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/source-files.ts'
import { withMoneyTables } from './money-tables.ts'

const path = join(root, 'docs/money.md')
writeFileSync(path, await withMoneyTables(readFileSync(path, 'utf8')))
