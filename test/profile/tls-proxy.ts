/** What an office has before its console: a proxy with TLS that passes `Host` on. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { listenHere } from '../support/listen-here.ts'

export interface TlsProxy extends AsyncDisposable {
  /** The https address at which browsers reach the console. */
  readonly origin: string
}

/** `dir` takes a certificate for localhost that openssl makes; `port` is the console's. */
export async function openTlsProxy(dir: string, port: number): Promise<TlsProxy> {
  const [key, cert] = [join(dir, 'proxy-key.pem'), join(dir, 'proxy-cert.pem')]
  const made = `req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=localhost -keyout ${key} -out ${cert}`
  execFileSync('openssl', made.split(' '), { stdio: 'pipe' })
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(tls, (asked, answer) => {
    const { method, url, headers } = asked
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (got) => {
      // The browser may have left meanwhile.
      if (answer.destroyed) return void got.destroy()
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.on('error', () => answer.destroy()).pipe(answer)
    })
    answer.on('close', () => passed.destroy())
    // The console is being restarted: what a proxy then says.
    passed.on('error', () => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end('Bad gateway')
    })
    asked.pipe(passed)
  })
  const here = await listenHere(server)
  return { ...here, origin: `https://localhost:${here.port}` }
}
