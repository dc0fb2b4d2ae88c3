/**
 * What the start files of an archive run. The data stay in `frota` of the person's own folder, so a
 * newer archive finds them wherever it is unpacked.
 */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const home = join(homedir(), 'frota')
process.env.FROTA_DATA_DIR ??= join(home, 'data')
process.env.FROTA_REPORTS_DIR ??= join(home, 'reports')
const program = join(import.meta.dirname, 'bin/frota.mjs')

if (process.argv.length > 2) {
  process.argv[1] = program
  await import(pathToFileURL(program).href)
} else {
  openConsole()
}

function openConsole() {
  const console = spawn(process.execPath, [program, 'console'], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  let opened = false
  createInterface(console.stdout).on('line', (line) => {
    process.stdout.write(`${line}\n`)
    const address = /https?:\/\/\S+/.exec(line)?.[0]
    if (opened || address === undefined) return
    opened = true
    openBrowser(address)
  })
  // A terminal's Ctrl-C reaches the console by itself; it ends in order, and this process after it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => console.kill('SIGTERM'))
  console.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}

/** Where no browser can be opened, the address stands on the screen. */
function openBrowser(address) {
  const [command, ...words] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler', address]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', address]
  spawn(command, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
