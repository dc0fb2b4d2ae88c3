/** `npm run docs:options`: writes the tables of commands and options anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TABLES, withTable } from './options-table.ts'
import { root } from './source-files.ts'

for (const [document, table] of Object.entries(TABLES)) {
  const path = join(root, document)
  writeFileSync(path, withTable(readFileSync(path, 'utf8'), table()))
}
