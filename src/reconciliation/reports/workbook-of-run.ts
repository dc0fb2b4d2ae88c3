/** A run's files as one workbook; the books write it, from outside this folder. */
import type { WrittenFile } from './files/file-sink.ts'
import type { PageFacts } from './page/page-facts.ts'

/** The files are as they stand in the folder being written. */
export interface RunBook extends Pick<PageFacts, 'run' | 'scope' | 'files' | 'checks' | 'outside'> {
  readonly directory: string
}

export type WorkbookOfRun = (book: RunBook) => Promise<WrittenFile>
