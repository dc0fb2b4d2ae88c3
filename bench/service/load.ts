/** Load on one address by autocannon, in a process of its own, and what it measured. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fieldsOf } from '../../src/fields.ts'

const CONNECTIONS = '50'
const OUTPUT_BYTES_MAX = 1_000_000
const bin = new URL('../node_modules/.bin/', import.meta.url).pathname

export const prism = `${bin}prism`
export const jsonServer = `${bin}json-server`

/** Requests per second; throws when one was not answered with 2xx. */
export async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = ['-j', '-n', '-c', CONNECTIONS, '-d', String(seconds), ...given, url]
  const { stdout } = await promisify(execFile)(`${bin}autocannon`, args, {
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  const { requests, non2xx, errors } = fieldsOf(JSON.parse(stdout))
  if (non2xx !== 0 || errors !== 0) {
    throw new Error(`${url}: ${String(non2xx)} answers were not 2xx, ${String(errors)} errors.`)
  }
  return Number(fieldsOf(requests)['average'])
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
