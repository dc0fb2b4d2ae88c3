#!/usr/bin/env node
// Plain JavaScript, because an old Node must be able to read the sentence below, and because the
// compile cache has to be on before the first TypeScript file is loaded.
import * as module from 'node:module'

const NODE_MAJOR_MIN = 24

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `frota: Node ${process.versions.node} is too old; it needs Node ${NODE_MAJOR_MIN} or newer.\n` +
      'After `npm ci` the repository brings its own: use `npx frota ...` or `npm start`.\n',
  )
  process.exit(2)
}

module.enableCompileCache?.()
// The embedded database's thread has a part in it only where the environment names it.
const directory = module.getCompileCacheDir?.()
if (directory !== undefined && process.env.NODE_COMPILE_CACHE === undefined) {
  process.env.NODE_COMPILE_CACHE = directory
}
const { main } = await import('../src/cli/main.ts')
await main(process.argv.slice(2))
