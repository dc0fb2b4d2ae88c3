/** Worker processes that are killed, frozen and started again; their parent gives them leave. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { wallClock } from '../../src/clock.ts'
import type { QuotaLedger } from '../../src/ledger/quota/quota.ts'
import type { GateAlarm } from '../../src/quota/gate.ts'
import type { ParentMessage, WorkerMessage, WorkerTask } from './worker-process.ts'

export type Fault = 'kill' | 'freeze'

export interface Workers extends AsyncDisposable {
  /** False if the process is gone already. */
  strike(pid: number, fault: Fault): boolean
}

export interface WorkersOptions {
  readonly count: number
  readonly task: Omit<WorkerTask, 'skewMs'>
  /** For workers that do not open the database themselves. */
  readonly ledger: QuotaLedger
  /** How long a frozen one stays so. */
  readonly frozenMs: number
  /** Called when a worker has a slot, before it may use it. */
  readonly onGrant: (useId: string, pid: number) => void
  readonly onAlarm: (kind: GateAlarm['kind']) => void
}

/** Workers do not agree with each other, nor with the database, about the time of day. */
const SKEWS_MS = [0, 3_600_000, -3_600_000]

export function startWorkers(options: WorkersOptions): Workers {
  const { count, task, ledger, frozenMs, onGrant, onAlarm } = options
  const workers = new Map<number, ChildProcess>()
  let closing = false
  let started = 0

  function start(): void {
    const worker = fork(new URL('worker-process.ts', import.meta.url))
    const pid = worker.pid ?? 0
    workers.set(pid, worker)
    worker.once('exit', () => {
      workers.delete(pid)
      if (!closing) start()
    })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'call') return void answer(ledger, message).then((said) => tell(said))
      if (message.kind === 'alarm') return onAlarm(message.alarm)
      onGrant(message.useId, pid)
      tell({ kind: 'go', useId: message.useId })
    })
    // A worker that was killed meanwhile hears nothing any more.
    const tell = (message: ParentMessage | WorkerTask): void => {
      if (worker.connected) worker.send(message, () => {})
    }
    tell({ ...task, skewMs: SKEWS_MS[started % SKEWS_MS.length] ?? 0 })
    started += 1
  }

  for (let index = 0; index < count; index += 1) start()
  return {
    strike: (pid, fault) => {
      const worker = workers.get(pid)
      if (!worker) return false
      worker.kill(fault === 'kill' ? 'SIGKILL' : 'SIGSTOP')
      if (fault === 'freeze') void wallClock.sleep(frozenMs).then(() => worker.kill('SIGCONT'))
      return true
    },
    [Symbol.asyncDispose]: async () => {
      closing = true
      const gone = [...workers.values()].map((worker) => once(worker, 'exit'))
      for (const worker of workers.values()) worker.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}

async function answer(
  ledger: QuotaLedger,
  { id, method, parameters }: WorkerMessage & { kind: 'call' },
): Promise<ParentMessage> {
  try {
    const act = ledger[method] as (...given: readonly unknown[]) => Promise<unknown>
    return { kind: 'value', id, value: await act(...parameters) }
  } catch (error) {
    return { kind: 'error', id, error: String(error) }
  }
}
