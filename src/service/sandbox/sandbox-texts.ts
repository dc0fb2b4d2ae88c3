/** The texts of the sandbox in the language of its reader. */
import { wordsOf } from '../../bilingual.ts'
import { failurePairs } from './failure-words.ts'
import { stepPairs } from './step-words.ts'

export const sandboxTexts = wordsOf({ ...stepPairs, ...failurePairs })

export type SandboxTexts = ReturnType<typeof sandboxTexts>
