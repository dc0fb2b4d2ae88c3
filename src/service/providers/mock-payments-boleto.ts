/** Pure. Simulated boletos: lines that read well, of a bank that does not exist. */
import { Temporal } from 'temporal-polyfill'
import { plainDay } from '../../clock.ts'
import { factorOfDueDate, mod11Bank, parseBoleto } from '../../fleet/boleto.ts'
import { draw } from '../simulation/draw.ts'
import { startOfDay } from '../start-of-day.ts'
import type { MockPaymentsOptions } from './mock-payments-pix.ts'
import type { AttemptNews, Charge } from './payments.ts'

/** No bank has this code. */
const BANK = '000'
const REAL = '9'
const FREE_DIGITS = 25
const DUE_AFTER_DAYS = 3
/** Out of a hundred vehicles with the same total, this many are paid for. */
const PAID_PERCENT = 80
/** Each wait takes so many times what a step of settling takes: a Pix is paid at once. */
const SLOWER = 10
/** The amount field of a boleto has ten digits. */
export const BOLETO_CENTS_MAX = 9_999_999_999n

export function mockBoletoNews(options: MockPaymentsOptions, charge: Charge): AttemptNews {
  const due = dueDate(options, charge)
  const front = `${BANK}${REAL}`
  const rest = [
    String(factorOfDueDate(due)).padStart(4, '0'),
    String(charge.totalCents).padStart(10, '0'),
    freeField(charge.attempt.id),
  ].join('')
  const boleto = parseBoleto(`${front}${mod11Bank(front + rest)}${rest}`)
  if (!boleto.ok) throw new Error(`A simulated boleto could not be written: ${boleto.code}.`)
  return {
    status: 'pending',
    boletoLine: boleto.value.line,
    boletoBarcode: boleto.value.barcode,
    boletoDueDate: due,
    message: 'Beneficiário: SIMULADO FROTA. Boleto SIMULADO: não pague, nenhum banco o recebe.',
  }
}

/**
 * When a boleto is paid at a counter, and when the money is there; null when nobody pays it. The
 * same plate and total fare the same, however often the order is made.
 */
export function mockBoletoTimes(options: MockPaymentsOptions, charge: Charge) {
  const { plate, totalCents, createdAtMs } = charge
  const lot = draw(options.seed, plate, String(totalCents), 'boleto')
  const isPaid = lot.integer(1, 100) <= PAID_PERCENT
  const { minMs, maxMs } = options.settlement
  const wait = (): number => SLOWER * lot.integer(minMs, maxMs)
  const paidAtMs = createdAtMs + wait()
  const lastMs = startOfDay(dueDate(options, charge), options.timeZone, 1)?.getTime() ?? 0
  if (!(options.scenario.boletoPaid?.(plate) ?? isPaid) || paidAtMs >= lastMs) return null
  return { paidAtMs, clearedAtMs: paidAtMs + wait() }
}

function dueDate({ timeZone }: MockPaymentsOptions, { createdAtMs }: Charge): string {
  const today = Temporal.PlainDate.from(plainDay(createdAtMs, timeZone))
  return today.add({ days: DUE_AFTER_DAYS }).toString()
}

/** The attempt's id as digits, so that no two boletos are alike. */
function freeField(attemptId: string): string {
  const whole = BigInt(`0x${attemptId.replaceAll('-', '')}`) % 10n ** BigInt(FREE_DIGITS)
  return String(whole).padStart(FREE_DIGITS, '0')
}
