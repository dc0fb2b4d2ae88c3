/** What a measured process tells when it ends. */
export interface Stage {
  jobs: number
  /** Without begin, commit and the like. */
  statements: number
  transactions: number
  /** Sent to Redis; what a script does inside of it is not counted. */
  commands: number
  fromMs?: number
  untilMs?: number
}

export interface Mark {
  readonly name: string
  readonly atMs: number
  readonly cpuMs: number
  /** Of the main thread: the embedded database is another thread of the process. */
  readonly mainCpuMs: number
}

export interface Measured {
  readonly stages: Record<string, Stage>
  readonly texts: Record<string, number>
  /** At the start, at the first job of each kind, and at the end. */
  readonly marks: Mark[]
  readonly peakKb: number
}
