/** Gives a checked file back with its verdicts: where its owner asks, or in the data directory. */
import type { Locale } from '../../bilingual.ts'
import { join, extname } from 'node:path'
import { realpath, utimes } from 'node:fs/promises'
import { errorCode } from '../../directory-failure.ts'
import { Failure } from '../../failure.ts'
import { checkedName, keepFormer, openCheckedFolder } from '../../app/intake/checked-folder.ts'
import type { InputFile } from './open-input.ts'
import { writeWhole } from './write-whole.ts'
import type { Understood } from '../../reconciliation/intake/judged.ts'
import { writeVerdictCsv } from '../../reconciliation/intake/verdicts/verdict-csv.ts'
import {
  verdictExtension,
  writeVerdicts,
} from '../../reconciliation/intake/verdicts/write-verdicts.ts'

export interface GivingBack {
  /** What `--out` names; a folder in the data directory when absent. */
  readonly out: string | undefined
  readonly onlyProblems: boolean
  readonly dataDir: string
  readonly nowMs: number
  readonly locale: Locale
}

export interface GivenBack {
  /** Null where nobody named a place and the data directory cannot be written. */
  readonly path: string | null
  readonly failure?: Failure
}

const SUFFIX = { 'pt-BR': '-a-corrigir', en: '-to-fix' } as const

/** The file appears whole or not at all; throws 'disk-full', 'directory-unwritable'. */
export async function giveBack(
  input: Pick<InputFile, 'name' | 'path'>,
  pieces: AsyncIterable<Uint8Array>,
  extension: string,
  giving: GivingBack,
): Promise<GivenBack> {
  const { out, onlyProblems } = giving
  if (out !== undefined) {
    if (onlyProblems && (await isSame(out, input.path))) throw wouldLoseRows(out)
    await writeWhole(out, pieces)
    return { path: out }
  }
  const suffix = onlyProblems ? SUFFIX[giving.locale] : ''
  const name = checkedName(input.name, extension, suffix)
  return toFolder(name, input, pieces, giving)
}

async function toFolder(
  name: string,
  input: Pick<InputFile, 'path'>,
  pieces: AsyncIterable<Uint8Array>,
  { dataDir, nowMs }: GivingBack,
): Promise<GivenBack> {
  const drain = async (): Promise<void> => {
    for await (const _ of pieces);
  }
  let path: string
  try {
    path = join(await openCheckedFolder(dataDir, nowMs), name)
  } catch (cause) {
    await drain()
    return { path: null, failure: unwritable(dataDir, cause) }
  }
  const isOwn = await isSame(path, input.path)
  await writeWhole(path, pieces, async () => {
    if (!isOwn) await keepFormer(path)
  })
  // The folder's retention compares file times with our clock, which tests may start elsewhere.
  await utimes(path, new Date(nowMs), new Date(nowMs))
  return { path }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([realpath(one), realpath(other)]).catch(() => [one, ''])
  return first === second
}

function wouldLoseRows(path: string): Failure {
  return new Failure('usage', {
    pt: `--only-problems em ${path} apagaria as outras linhas do próprio arquivo; dê outro --out.`,
    en: `--only-problems to ${path} would drop the file's own other rows; give another --out.`,
  })
}

function unwritable(dataDir: string, cause: unknown): Failure {
  const code = errorCode(cause)
  if (code === '') throw cause
  return new Failure(
    'directory-unwritable',
    {
      pt: `${dataDir} não pode ser gravado (${code}): indique com --out onde devolver o arquivo.`,
      en: `${dataDir} cannot be written (${code}): say with --out where to give the file back.`,
    },
    { cause },
  )
}

const WORKBOOKS = new Set(['.xlsx', '.ods'])
const TEXTS = new Set(['.csv', '.txt', '.tsv'])

/** How it is written, and the default name's extension. Throws `usage` for a workbook's name where the file is something else. */
export function verdictForm(understood: Understood, out: string | undefined) {
  const extension = verdictExtension(understood)
  const wanted = extname(out ?? '').toLowerCase()
  if (TEXTS.has(wanted)) return { write: writeVerdictCsv, extension }
  if (wanted === extension || !WORKBOOKS.has(wanted)) return { write: writeVerdicts, extension }
  throw new Failure('usage', {
    pt: `O arquivo volta na forma em que veio: dê a --out um nome que termine em ${extension}.`,
    en: `The file goes back in the form in which it came: end the name of --out in ${extension}.`,
  })
}
