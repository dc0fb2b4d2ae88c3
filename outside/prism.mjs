/** Prism stands between the conformance suite and the service, and judges each reply by the document. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const STATEMENTS_MIN = 100

export async function judgeByPrism({ documentPath, service, port, work, say }) {
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const args = [
    cli,
    'proxy',
    documentPath,
    service.url,
    '--port',
    String(port),
    '--multiprocess',
    'false',
  ]
  const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  prism.stdout.on('data', (part) => (told += part))
  prism.stderr.on('data', (part) => (told += part))
  try {
    await listening(port, prism)
    const keyFile = join(work, 'key')
    await writeFile(keyFile, service.apiKey)
    const suite = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../test/conformance/main.ts'),
        '--url',
        `http://127.0.0.1:${port}`,
        '--key-file',
        keyFile,
        '--account',
        service.accountId,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let answers = ''
    suite.stdout.on('data', (part) => (answers += part))
    const [code] = await once(suite, 'exit')
    const hold = Number(/(\d+) hold/.exec(answers)?.[1] ?? 0)
    if (code !== 0 || hold < STATEMENTS_MIN) throw new Error(`Through Prism:\n${answers}`)
    const wrong = told.split('\n').filter((line) => /violation: response/i.test(line))
    if (wrong.length > 0) throw new Error(`Prism finds replies wrong:\n${wrong.join('\n')}`)
    if (!/violation: request/i.test(told)) throw new Error(`Prism judged nothing:\n${told}`)
    say(`Prism: ${hold} statements of the interface hold through it, and no reply is wrong`)
  } finally {
    prism.kill('SIGTERM')
    await once(prism, 'exit')
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const TRIES_MAX = 300

async function listening(port, prism) {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (prism.exitCode !== null) throw new Error('Prism ended.')
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (answer !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Prism does not listen.')
}
