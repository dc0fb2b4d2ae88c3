/** Writes the rows of an import by COPY, the fastest way in, while the next rows are judged. */
import { copyIn } from '../../database/copy.ts'
import { copyLine } from '../../database/copy-text.ts'
import type { Pool } from '../../database/pool.ts'
import type { ImportRow } from './imports.ts'

/**
 * Characters in one COPY: enough to be fast, and little enough that the embedded database, which
 * gathers a COPY before it runs it, and this process hold some of them at once.
 */
const COPY_CHARACTERS = 1024 * 1024

const COLUMNS =
  'import_id, line, verdict, renavam, plate, uf, nickname, cost_centre, extras, owner_sealed, ' +
  'owner_hash, owner_masked, owner_cnpj, issues, raw'

/** One COPY is on its way while the next is gathered; when one fails, those before it stay. */
export async function addRows(
  pool: Pool,
  id: string,
  batches: AsyncIterable<readonly ImportRow[]>,
): Promise<void> {
  let storing: Promise<void> = Promise.resolve()
  try {
    for await (const pieces of inCopies(id, batches)) {
      await storing
      storing = store(pool, pieces)
      // It is awaited below; until then its failure must not end the process.
      storing.catch(() => undefined)
    }
  } finally {
    // Whether or not a batch failed, nothing may be stored after this has returned.
    await storing
  }
}

async function* inCopies(
  id: string,
  batches: AsyncIterable<readonly ImportRow[]>,
): AsyncGenerator<readonly string[]> {
  let pieces: string[] = []
  let characters = 0
  for await (const rows of batches) {
    if (rows.length === 0) continue
    const piece = `${rows.map((row) => lineOf(id, row)).join('\n')}\n`
    pieces.push(piece)
    characters += piece.length
    if (characters < COPY_CHARACTERS) continue
    yield pieces
    pieces = []
    characters = 0
  }
  if (pieces.length > 0) yield pieces
}

async function store(pool: Pool, pieces: readonly string[]): Promise<void> {
  const client = await pool.connect()
  let broken = true
  try {
    await copyIn(client, `copy frota.import_row (${COLUMNS}) from stdin`, pieces)
    broken = false
  } finally {
    client.release(broken)
  }
}

function lineOf(id: string, row: ImportRow): string {
  return copyLine([
    id,
    row.line,
    row.verdict,
    row.renavam,
    storable(row.plate),
    row.uf,
    storable(row.nickname),
    storable(row.costCentre),
    row.extras === undefined ? null : jsonOf(row.extras),
    row.ownerSealed,
    row.ownerHash,
    row.ownerMasked,
    row.ownerCnpj ?? '',
    row.issues.length === 0 ? '[]' : jsonOf(row.issues),
    row.raw,
  ])
}

/** PostgreSQL text cannot hold U+0000, nor half a surrogate pair from a cut text. */
const UNSTORABLE_JSON = /\\u(?:0000|d[89a-f])/

function storable(text: string | undefined): string | undefined {
  return text?.includes('\0') === true ? text.replaceAll('\0', '\uFFFD') : text
}

function jsonOf(value: object): string {
  const json = JSON.stringify(value)
  if (!UNSTORABLE_JSON.test(json)) return json
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? storable(inner.toWellFormed()) : inner,
  )
}
