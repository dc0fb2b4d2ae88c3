/**
 * Pure. How far a live look-up has come, as the text that is kept with its consultation, so that a
 * crash between two steps never asks twice without looking first. Instants are in milliseconds;
 * `troubleMs` is since when the service cannot be worked with, 0 while it can.
 */
export type LookupStep =
  | { readonly step: 'find'; readonly troubleMs: number }
  | {
      readonly step: 'ask'
      readonly vehicleId: string
      /** The vehicle's latest consultation there before ours; `none` when there was none. */
      readonly baseline: string
      readonly troubleMs: number
      /** When a POST of ours was left without an answer; 0 when none was. */
      readonly doubtMs: number
    }
  | { readonly step: 'read'; readonly consultationId: string; readonly troubleMs: number }

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const MS = '[0-9]{1,16}'
const FORM = new RegExp(
  `^(?:find/(?<find>${MS})` +
    `|ask/(?<vehicle>${UUID})/(?<baseline>${UUID}|none)/(?<ask>${MS})/(?<doubt>${MS})` +
    `|read/(?<consultation>${UUID})/(?<read>${MS}))$`,
  'i',
)

export function writeStep(step: LookupStep): string {
  if (step.step === 'find') return `find/${step.troubleMs}`
  if (step.step === 'read') return `read/${step.consultationId}/${step.troubleMs}`
  return `ask/${step.vehicleId}/${step.baseline}/${step.troubleMs}/${step.doubtMs}`
}

/** Anything else (an empty text, or what another provider wrote) is the beginning. */
export function readStep(reference: string): LookupStep {
  const parts = FORM.exec(reference)?.groups ?? {}
  const { vehicle, baseline, ask, doubt, consultation, read, find } = parts
  if (vehicle !== undefined && baseline !== undefined) {
    const [troubleMs, doubtMs] = [Number(ask), Number(doubt)]
    return { step: 'ask', vehicleId: vehicle, baseline, troubleMs, doubtMs }
  }
  if (consultation !== undefined) {
    return { step: 'read', consultationId: consultation, troubleMs: Number(read) }
  }
  return { step: 'find', troubleMs: Number(find ?? 0) }
}
