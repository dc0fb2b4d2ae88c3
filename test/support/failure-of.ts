import { Failure } from '../../src/failure.ts'

/** The refusal that a person would read; anything else that is thrown is a bug. */
export function failureOf(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
