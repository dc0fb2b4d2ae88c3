/** Statements of one kind by the row: requests that are to be refused, or to succeed. */
import type { Exchange } from '../exchange.ts'
import { textAt } from '../exchange.ts'
import { unknown, unless } from '../finding.ts'
import type { Finding, Words } from '../finding.ts'
import { isRefused, isSuccess } from '../judge.ts'
import type { Scene, Session } from '../session.ts'
import { given, statement } from '../statement.ts'
import type { Check, Statement, StatementId } from '../statement.ts'

export interface RefusedRow {
  /** Without `ours.`, which `isOurs` puts before it. */
  readonly id: `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}.${string}`
  readonly words: Words
  readonly scene: Scene<Exchange>
  /** The field of a body or a query that the refusal is to name. */
  readonly field?: string
  /** Only our own service promises the refusal. */
  readonly isOurs?: true
  /** Uses the credential's hour, so that it is sent only with `--limits`. */
  readonly isThorough?: true
}

/** Each refused with any 4xx; that `detail` names the field is a promise of ours alone. */
export function refused(rows: readonly RefusedRow[]): Statement[] {
  return rows.flatMap((row) => {
    const { words, scene, field } = row
    const bound = (check: Check): Check => (row.isThorough === true ? thoroughly(check) : check)
    const id: StatementId = row.isOurs === true ? `ours.${row.id}` : row.id
    const refusal = statement(id, words.pt, words.en, bound(given(scene, judged(field))))
    if (field === undefined) return [refusal]
    const naming = statement(
      `ours.7.names.${row.id}`,
      `${words.pt}, e detail nomeia ${field}`,
      `${words.en}, and detail names ${field}`,
      bound(given(scene, (exchange) => names(exchange, field))),
    )
    return [refusal, naming]
  })
}

function judged(field: string | undefined) {
  return (exchange: Exchange, session: Session): Finding => {
    const { status } = exchange
    const finding = isRefused(exchange)
    if (field !== undefined && finding.verdict === 'holds') {
      session.learned.saw('validation_status', String(status), `${field}: ${exchange.method}`)
    }
    return finding
  }
}

function names(exchange: Exchange, field: string): Finding {
  const finding = isRefused(exchange)
  if (finding.verdict !== 'holds') return finding
  const said = textAt(exchange.json, 'detail') ?? ''
  return unless(said.includes(field), `detail: … ${field} …`, `detail = ${said}`)
}

export function succeeds(id: StatementId, pt: string, en: string, scene: Scene<Exchange>) {
  return statement(id, pt, en, given(scene, isSuccess))
}

/** What would use more of the credential's hour than a run without `--limits` may. */
export function thoroughly(check: Check): Check {
  return (session) =>
    session.limits
      ? check(session)
      : unknown(
          'usaria a hora da credencial; sonde com --limits',
          "would use up the credential's hour; probe with --limits",
        )
}
