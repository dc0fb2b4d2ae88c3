/**
 * How a process of the tests is started. A test's embedded database lives for seconds: optimizing its
 * code would cost half of the time of a short command, and be thrown away before it paid.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const
