/**
 * What programs of others make of the running service and of its OpenAPI document: a client that
 * openapi-typescript makes is compiled strictly and used, Prism judges every exchange of the
 * conformance suite, and Hypothesis sends what the schemas allow and what they do not.
 *
 *     npm run outside [-- --examples 200]
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { freePort, judgeByPrism } from './prism.mjs'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
/** Of the service under test: what is asked is never refused for the hour's limits. */
const MANY = '100000'

const { values } = parseArgs({ options: { examples: { type: 'string', default: '100' } } })
const here = import.meta.dirname
const root = join(here, '..')
const say = (text) => process.stdout.write(`${text}\n`)

/** `frota service` on any free port, over a directory that ends with it; its pages name `publicUrl`. */
async function startService(directory, publicUrl) {
  const env = {
    ...process.env,
    FROTA_DATA_DIR: directory,
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_BASE_URL: publicUrl,
    FROTA_CONSULTATIONS_PER_HOUR: MANY,
    FROTA_ORDERS_PER_HOUR: MANY,
  }
  const args = [join(root, 'bin/frota.mjs'), 'service', 'run', '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += line
    if (line === '}') break
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { ...JSON.parse(text), stop }
}

/** The client must compile strictly and then buy something. */
async function useTypedClient(document, service, work) {
  const types = astToString(await openapiTypescript(document))
  await writeFile(join(here, 'openapi.d.ts'), types)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', here], { cwd: here }).catch((error) => {
    throw new Error(`The client does not compile:\n${error.stdout}`)
  })
  const env = { ...process.env, URL: service.url, KEY: service.apiKey, ACCOUNT: service.accountId }
  const { stdout } = await run(process.execPath, [join(here, 'client.ts')], { env, cwd: work })
  say(stdout.trim())
}

async function fuzz(documentPath, service) {
  const env = {
    ...process.env,
    URL: service.url,
    KEY: service.apiKey,
    ACCOUNT: service.accountId,
    EXAMPLES: values.examples,
  }
  const args = [join(here, 'fuzz.py'), documentPath]
  const { stdout } = await run('python3', args, { env, maxBuffer: OUTPUT_BYTES_MAX }).catch(
    (error) => {
      throw new Error(`Hypothesis found:\n${error.stdout}\n${error.stderr}`)
    },
  )
  say(stdout.trim())
}

const work = await mkdtemp(join(tmpdir(), 'frota-outside-'))
const prismPort = await freePort()
const service = await startService(join(work, 'data'), `http://127.0.0.1:${prismPort}`)
try {
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  const documentPath = join(work, 'openapi.json')
  await writeFile(documentPath, JSON.stringify(document))
  await useTypedClient(document, service, work)
  await judgeByPrism({ documentPath, service, port: prismPort, work, say })
  await fuzz(documentPath, service)
} finally {
  await service.stop()
  await rm(work, { recursive: true, force: true })
}
