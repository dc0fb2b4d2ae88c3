/** Pure. A probe's report as one object for programs: stable names, no sentence to be parsed. */
import type { ProbeReport } from './probe-service.ts'

export type Language = 'pt' | 'en'

export function reportObject(report: ProbeReport, language: Language) {
  const { health, judged, lessons, used, requests, stopped, cleanUp } = report
  return {
    origin: report.origin,
    modes: health.modes,
    ours: health.isOurs,
    counts: countsOf(report),
    statements: judged.map(({ statement, finding }) => ({
      id: statement.id,
      section: statement.section,
      of: statement.of,
      sentence: statement.sentence[language],
      ...(finding.verdict === 'unknown'
        ? { verdict: finding.verdict, why: finding.why[language] }
        : finding),
    })),
    capabilities: Object.fromEntries(lessons.map(({ name, value, how }) => [name, { value, how }])),
    used,
    requests,
    stopped,
    cleanUp,
  }
}

export function countsOf({ judged }: Pick<ProbeReport, 'judged'>) {
  const of = (verdict: string): number =>
    judged.filter(({ finding }) => finding.verdict === verdict).length
  return { holds: of('holds'), differs: of('differs'), unknown: of('unknown') }
}
