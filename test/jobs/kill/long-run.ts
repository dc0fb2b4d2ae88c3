/**
 * `npm run kills:long -- --seed N --kills M`: the suite of kills for as long as wanted, with its
 * figures; on PostgreSQL and Redis where DATABASE_URL is set.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { root } from '../../support/source-files.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '1000' },
  },
})
const onServers = process.env['DATABASE_URL'] !== undefined
const config = onServers ? ['--config', 'vitest.servers.config.ts'] : []
const suite = ['run', ...config, '--reporter=verbose', 'test/jobs/kill.test.ts']
const { status } = spawnSync('npx', ['vitest', ...suite], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FROTA_KILLS: values.kills, FROTA_KILL_SEED: values.seed },
})
process.exitCode = status ?? 1
