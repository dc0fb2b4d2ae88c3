import type { Measured } from './contender.ts'
export const LEDGERS: Readonly<
  Record<string, (path: string) => Promise<Omit<Measured, 'ms' | 'rssMb'>>>
> = {}
