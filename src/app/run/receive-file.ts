/** Receives a spreadsheet: checks that it is readable, hashes it, stores it sealed, notes it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { Fleet } from '../../ledger/fleets/fleets.ts'
import type { Import } from '../../ledger/fleets/imports.ts'
import type { UploadAbout } from '../../reconciliation/intake/uploads.ts'
import type { Stores, Tools } from '../../../jobs/tools.ts'

export interface GivenFile extends UploadAbout {
  /** For people only; never a path. */
  readonly name: string
  /** Opens the same bytes each time. */
  readonly source: () => AsyncIterable<Uint8Array>
}

const NAME_CHARACTERS_MAX = 200

/** Idempotent: the same bytes with the same options return the existing import. */
export async function receiveFile(
  tools: Pick<Tools, 'uploads' | 'secret' | 'clock'> & { stores: Pick<Stores, 'imports'> },
  fleet: Fleet,
  file: GivenFile,
): Promise<Import> {
  const { sha256, byteLength } = await digest(file.source())
  const received = await tools.stores.imports.receive({
    fleetId: fleet.id,
    fileName: veilDocuments(file.name).slice(0, NAME_CHARACTERS_MAX),
    sha256,
    byteLength,
    defaultsHash: tools.secret.blindIndex(optionsOf(file)),
    at: new Date(tools.clock.now()),
  })
  if (received.state === 'received') {
    const { name: _, source, ...about } = file
    await tools.uploads.keep(received.id, source(), about)
  }
  return received
}

/** All options that change verdicts or their effects; without options the text never changes. */
function optionsOf({ defaults, map = {}, ...file }: GivenFile): string {
  const { sheet, strict, repairPlates, forgetReading, updateOwners, deactivateMissing } = file
  const options = { sheet, strict, repairPlates, forgetReading, updateOwners, deactivateMissing }
  const more = { ...options, edits: file.edits?.length === 0 ? undefined : file.edits }
  const asked = Object.entries(more).filter(([, wish]) => wish !== undefined && wish !== false)
  const plain = [defaults, map]
  return JSON.stringify(asked.length === 0 ? plain : [...plain, Object.fromEntries(asked)])
}

async function digest(bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    byteLength += chunk.length
  }
  return { sha256: hash.digest('hex'), byteLength }
}

/** Checks the path, so that an error is reported before a database is opened. */
export async function fileAt(path: string): Promise<Pick<GivenFile, 'name' | 'source'>> {
  let facts
  try {
    facts = await stat(path)
    const handle = await open(path, 'r')
    await handle.close()
  } catch (cause) {
    throw unreadable(path, cause)
  }
  if (facts.isDirectory()) {
    throw new Failure('file-refused', {
      pt: `${path} é uma pasta; indique o arquivo CSV da frota.`,
      en: `${path} is a directory; name the fleet's CSV file.`,
    })
  }
  return { name: basename(path), source: () => createReadStream(path) }
}

function unreadable(path: string, cause: unknown): Failure {
  const code = errorCode(cause)
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new Failure(
      'file-refused',
      {
        pt: `O arquivo ${path} não existe; confira o caminho.`,
        en: `There is no file ${path}; check the path.`,
      },
      { cause },
    )
  }
  return new Failure(
    'file-refused',
    {
      pt: `O arquivo ${path} não pode ser lido (${code}); confira as permissões.`,
      en: `The file ${path} cannot be read (${code}); check its permissions.`,
    },
    { cause },
  )
}
