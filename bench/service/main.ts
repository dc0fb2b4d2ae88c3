/**
 * How fast the service answers: one vehicle by id against a bare server, Prism and json-server, and
 * a list of many vehicles against its own first page. Medians of interleaved rounds, as ratios.
 * npm ci --prefix bench, then: node bench/service/main.ts [--seconds 4] [--vehicles 100000]
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { jsonServer, median, prism, requestsPerSecond } from './load.ts'
import { measureLists } from './lists.ts'
import { serveOther, serveOwn } from './processes.ts'
import { fieldsOf } from '../../src/fields.ts'

const ROUNDS = 5
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    vehicles: { type: 'string', default: '100000' },
  },
})

if (!existsSync(prism)) throw new Error('First: npm ci --prefix bench')
const directory = await mkdtemp(join(tmpdir(), 'frota-bench-'))
await using own = await serveOwn('./own-server.ts', values.vehicles)
const [url, apiKey] = [told(own.told, 'url'), told(own.told, 'apiKey')]
const [small, large] = [told(own.told, 'small'), told(own.told, 'large')]
const given = fieldsOf(own.told['vehicle'])
const vehicle = { ...given, id: told(given, 'id') }
const keyed = (account: string) => ({ 'x-api-key': apiKey, 'x-account-id': account })
const path = `/api/v1/vehicles/${vehicle.id}`

const openapi = join(directory, 'openapi.json')
await writeFile(openapi, await (await fetch(`${url}/openapi.json`)).text())
const store = join(directory, 'db.json')
// As many as our own tables hold, with the one that is asked for among them.
const others = Array.from({ length: Number(values.vehicles) }, (_, at) => ({
  ...vehicle,
  id: `other-${at}`,
}))
others.splice(others.length / 2, 0, vehicle)
await writeFile(store, JSON.stringify({ vehicles: others }))

await using bare = await serveOwn('./bare-server.ts', JSON.stringify(vehicle))
await using mocked = await serveOther(
  prism,
  (port) => ['mock', openapi, '-p', port, '-v', 'silent'],
  path,
)
await using stored = await serveOther(
  jsonServer,
  (port) => ['--quiet', '--host', '127.0.0.1', '--port', port, store],
  `/vehicles/${vehicle.id}`,
)

const rivals = [
  { name: 'frota service', aim: '', url: url + path },
  {
    name: 'bare Fastify, one query',
    aim: '0.4',
    url: told(bare.told, 'url') + told(bare.told, 'path'),
  },
  { name: 'Prism mock of our OpenAPI', aim: '1.2', url: told(mocked.told, 'url') + path },
  { name: 'json-server', aim: '2.5', url: `${told(stored.told, 'url')}/vehicles/${vehicle.id}` },
].map((rival) => ({ ...rival, rates: [] as number[] }))

for (let round = -1; round < ROUNDS; round++) {
  for (const rival of rivals) {
    const rate = await requestsPerSecond(rival.url, keyed(small), Number(values.seconds))
    // The first round only warms up.
    if (round >= 0) rival.rates.push(rate)
  }
}
const [ours] = rivals.map(({ rates }) => median(rates))
say('one vehicle by id, 50 connections | requests/s | ours is x times | aim')
for (const { name, aim, rates } of rivals) {
  const rate = median(rates)
  say(`${name} | ${rate.toFixed(0)} | ${((ours ?? 0) / rate).toFixed(2)} | ${aim}`)
}

say(`\nlist of ${values.vehicles} vehicles | median ms | x the first page | aim`)
for (const { name, ms, ratio } of await measureLists(url, keyed(large))) {
  say(`${name} | ${ms.toFixed(1)} | ${ratio.toFixed(2)} | 5`)
}
await rm(directory, { recursive: true })

function told(answer: Readonly<Record<string, unknown>>, name: string): string {
  return String(answer[name])
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
