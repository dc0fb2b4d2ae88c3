/** The shape of the sandbox's texts: that of the Portuguese ones, with any words. */
import type { sandboxPt } from './texts-pt.ts'

type Worded<T> = T extends string
  ? string
  : T extends readonly [string, string]
    ? readonly [string, string]
    : { readonly [K in keyof T]: Worded<T[K]> }

export type SandboxTexts = Worded<typeof sandboxPt>
