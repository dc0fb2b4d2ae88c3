/**
 * `npm run dense:long -- --vehicles N --busy M`: the dense run with as many vehicles and beside as
 * many busy loops as wanted; on PostgreSQL and Redis where DATABASE_URL is set.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { root } from '../support/source-files.ts'

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '1000' },
    busy: { type: 'string', default: '4' },
  },
})
const onServers = process.env['DATABASE_URL'] !== undefined
const config = onServers ? ['--config', 'vitest.servers.config.ts'] : []
const suite = ['run', ...config, '--reporter=verbose', 'test/end-to-end/dense-run.test.ts']
const { status } = spawnSync('npx', ['vitest', ...suite], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FROTA_DENSE_VEHICLES: values.vehicles, FROTA_DENSE_BUSY: values.busy },
})
process.exitCode = status ?? 1
