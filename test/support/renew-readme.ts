/** `npm run docs:options`: writes the README's tables of commands and options anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTables } from './options-table.ts'
import { root } from './source-files.ts'

const path = join(root, 'README.md')
writeFileSync(path, withTables(readFileSync(path, 'utf8')))
