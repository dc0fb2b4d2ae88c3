/** Reads a written journal again from the disk, by the layout that it was written in. */
import { createReadStream } from 'node:fs'
import { cellsOf, textOf } from '../../reports/read-back.ts'
import type { Layout } from './journal-layout.ts'
import { JournalSums } from './journal-sums.ts'

export async function readJournal(path: string, layout: Layout): Promise<JournalSums> {
  const sums = new JournalSums(layout)
  const at = (source: string) => layout.detail.findIndex((field) => field.source === source)
  const [amount, debit, credit] = [at('amount'), at('debit'), at('credit')]
  for await (const cells of journalEntries(createReadStream(path), layout)) {
    // An amount that is torn has no digits left, and its row then differs from what was meant.
    const digits = (cells[amount] ?? '').replace(/\D/g, '')
    const cents = BigInt(digits === '' ? '0' : digits)
    sums.add({ debit: cells[debit] ?? '', credit: cells[credit] ?? '', cents })
  }
  return sums
}

/** The fields of each entry: without header, titles and trailer. */
export async function* journalEntries(
  bytes: AsyncIterable<unknown>,
  layout: Layout,
): AsyncGenerator<readonly string[]> {
  let skipped = (layout.header === undefined ? 0 : 1) + (layout.titles === true ? 1 : 0)
  let held: readonly string[] | undefined
  for await (const cells of recordsOf(bytes, layout)) {
    if (skipped > 0) skipped -= 1
    else if (layout.trailer === undefined) yield cells
    else {
      if (held !== undefined) yield held
      held = cells
    }
  }
}

async function* recordsOf(
  bytes: AsyncIterable<unknown>,
  layout: Layout,
): AsyncGenerator<readonly string[]> {
  const encoding = layout.encoding === 'windows-1252' ? layout.encoding : 'utf-8'
  const texts = textOf(bytes, new TextDecoder(encoding))
  if (layout.form === 'separated') {
    yield* cellsOf(texts, { delimiter: layout.separator ?? ';', quote: '"' })
    return
  }
  for await (const line of linesOf(texts)) yield fieldsOf(line, layout)
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line
  }
  if (rest !== '') yield rest
}

function fieldsOf(line: string, { detail }: Layout): string[] {
  let from = 0
  return detail.map(({ width, text = '' }) => {
    const to = from + (width ?? text.length)
    const field = line.slice(from, to)
    from = to
    return field
  })
}
