/** Turns Ctrl-C and SIGTERM into one orderly stop; a second Ctrl-C ends at once. */
export interface Signals extends Disposable {
  /** Its reason's message is the name of the signal. */
  readonly stop: AbortSignal
}

/** 128 + 2, as shells report an interrupted program. */
const EXIT_INTERRUPTED = 130

export function stopOnSignals(program: Pick<NodeJS.Process, 'on' | 'off' | 'exit'>): Signals {
  const controller = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (signal === 'SIGINT') program.exit(EXIT_INTERRUPTED)
      return
    }
    // The name of an aborted signal's usual error: libraries know it by that.
    controller.abort(new DOMException(signal, 'AbortError'))
  }
  program.on('SIGINT', onSignal)
  program.on('SIGTERM', onSignal)
  return {
    stop: controller.signal,
    [Symbol.dispose]: () => {
      program.off('SIGINT', onSignal)
      program.off('SIGTERM', onSignal)
    },
  }
}
