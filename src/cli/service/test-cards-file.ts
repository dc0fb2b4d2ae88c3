/** Reads the documented test numbers of a service from a file: never from the command line. */
import { readFile, stat } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import type { TestCards } from '../../probe/cards.ts'
import { CARDS_FILE_BYTES_MAX } from '../../probe/limits.ts'

const NUMBER = /^[0-9]{13,19}$/

/** `{ "approved": "4111…", "declined": "4000…" }`; undefined without a file. */
export async function readTestCards(path: string | undefined): Promise<TestCards | undefined> {
  if (path === undefined) return undefined
  const { approved, declined } = await fieldsAt(path)
  if (typeof approved !== 'string' || !NUMBER.test(approved)) throw unusable(path)
  if (declined === undefined) return { approved }
  if (typeof declined !== 'string' || !NUMBER.test(declined)) throw unusable(path)
  return { approved, declined }
}

async function fieldsAt(path: string): Promise<{ approved?: unknown; declined?: unknown }> {
  try {
    const { size } = await stat(path)
    if (size <= CARDS_FILE_BYTES_MAX) return Object(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw unusable(path, cause)
  }
  throw unusable(path)
}

/** Without what the file holds: a real number must not reach a log. */
function unusable(path: string, cause?: unknown): Failure {
  const form = '{ "approved": "…", "declined": "…" }'
  return new Failure(
    'usage',
    {
      pt: `${path}: dê os cartões de teste do serviço em JSON, como ${form}, de 13 a 19 dígitos.`,
      en: `${path}: give the service's test cards as JSON, such as ${form}, of 13 to 19 digits.`,
    },
    { cause },
  )
}
