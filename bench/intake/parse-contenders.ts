/**
 * Who cuts a file's bytes into cells, each as its own manual says, all from the same stream; each
 * loads what it needs itself.
 */
import { createReadStream } from 'node:fs'
import { readRecords } from '../../src/sheets/csv/read-records.ts'
import { decodeBytes } from '../../src/sheets/text/encoding.ts'
import { fieldsOf, isFields } from '../../src/fields.ts'

/**
 * Reads a file and counts its records, the header left out. With `take`, which only the check of
 * equal rows gives, every record's cells are handed over.
 */
export type ParseContender = (
  path: string,
  take?: (cells: readonly string[]) => void,
) => Promise<number>

const DIALECT = { delimiter: ';', quote: '"' } as const

export const PARSERS: Readonly<Record<string, ParseContender>> = {
  frota: async (path, take) => {
    let count = -1
    const text = decodeBytes(createReadStream(path), { name: 'utf-8', bom: false })
    for await (const records of readRecords(text, DIALECT)) {
      for (const record of records) if (++count > 0) take?.(record.cells)
    }
    return count
  },
  udsv: async (path, take) => {
    const { inferSchema, initParser } = await bench('udsv/dist/uDSV.mjs', isUdsv)
    const stream = createReadStream(path).setEncoding('utf8') as AsyncIterable<string>
    let parser: ReturnType<Udsv['initParser']> | undefined
    let count = 0
    for await (const text of stream) {
      parser ??= initParser(inferSchema(text))
      parser.chunk(text, parser.stringArrs, (row) => {
        count++
        take?.(row)
      })
    }
    parser?.end()
    return count
  },
  papaparse: async (path, take) => {
    const { default: papa } = await bench('papaparse/papaparse.js', isPapa)
    let count = -1
    await new Promise<void>((resolve, reject) => {
      papa.parse(createReadStream(path).setEncoding('utf8'), {
        delimiter: ';',
        skipEmptyLines: true,
        step: ({ data }) => {
          if (++count > 0) take?.(data)
        },
        complete: () => resolve(),
        error: reject,
      })
    })
    return count
  },
  'csv-parse iterator': async (path, take) => {
    const { parse } = await import('csv-parse')
    const records = createReadStream(path).pipe(parse({ delimiter: ';', columns: true }))
    let count = 0
    for await (const record of records as AsyncIterable<Record<string, string>>) {
      count++
      take?.(Object.values(record))
    }
    return count
  },
}

interface Udsv {
  readonly inferSchema: (text: string) => object
  readonly initParser: (schema: object) => {
    readonly stringArrs: object
    chunk(text: string, parse: object, take: (row: string[]) => void): void
    end(): unknown
  }
}

interface Papa {
  parse(
    stream: NodeJS.ReadableStream,
    options: {
      delimiter: string
      skipEmptyLines: boolean
      step: (row: { data: string[] }) => void
      complete: () => void
      error: (error: Error) => void
    },
  ): void
}

/** A package of bench/package.json, which is not installed where nobody runs benches. */
async function bench<Module>(
  file: string,
  isModule: (given: unknown) => given is Module,
): Promise<Module> {
  const url = new URL(`../node_modules/${file}`, import.meta.url)
  const given: unknown = await import(url.href)
  if (!isModule(given)) throw new Error(`${file} is not the package that this bench knows.`)
  return given
}

function isUdsv(given: unknown): given is Udsv {
  return isFields(given) && 'inferSchema' in given && 'initParser' in given
}

function isPapa(given: unknown): given is { default: Papa } {
  return 'parse' in fieldsOf(fieldsOf(given)['default'])
}
