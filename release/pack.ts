/** One folder as an archive whose bytes depend on its contents and the given time alone. */
import { createWriteStream, globSync, lstatSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ZipFile } from 'yazl'

export async function pack(
  parent: string,
  name: string,
  target: string,
  epoch: number,
): Promise<void> {
  if (target.endsWith('.zip')) await zip(parent, name, target, epoch)
  else await tar(parent, name, target, epoch)
}

async function tar(parent: string, name: string, target: string, epoch: number): Promise<void> {
  const order = ['--format=gnu', '--sort=name', `--mtime=@${epoch}`]
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go-w,a+rX']
  const child = spawn('tar', ['-c', ...order, ...owner, '-C', parent, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`tar ended with ${code}`))
    })
  })
  await Promise.all([pipeline(child.stdout, createGzip(), createWriteStream(target)), ended])
}

async function zip(parent: string, name: string, target: string, epoch: number): Promise<void> {
  const file = new ZipFile()
  // The format's own date has no zone, so it is written in this process's.
  process.env['TZ'] = 'UTC'
  const mtime = new Date(epoch * 1000)
  const paths = globSync('**', { cwd: join(parent, name) })
    .filter((path) => lstatSync(join(parent, name, path)).isFile())
    .toSorted()
  for (const path of paths)
    file.addFile(join(parent, name, path), `${name}/${path}`, { mtime, mode: 0o100644 })
  file.end()
  await pipeline(file.outputStream as Readable, createWriteStream(target))
}
