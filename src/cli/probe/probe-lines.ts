/** Pure. A probe's report as a table for people. */
import { capabilities } from '../../probe/learned.ts'
import type { Judged, ProbeReport } from '../../probe/probe-service.ts'
import { countsOf } from '../../probe/report-object.ts'
import type { Output } from '../output.ts'

type Say = Output['say']

const MARKS = { holds: '✓', differs: '✗', unknown: '?' } as const

export function probeLines(report: ProbeReport, { say, locale }: Pick<Output, 'say' | 'locale'>) {
  const language = locale === 'pt-BR' ? 'pt' : 'en'
  const { modes, isOurs } = report.health
  const lines = [
    `${report.origin} · lookup ${modes.lookup} · payments ${modes.payments} · ` +
      `sandbox ${modes.sandbox ?? '?'}${isOurs ? ' · frota-service' : ''}`,
  ]
  let section = 0
  for (const judged of byPart(report.judged)) {
    if (judged.statement.section !== section) {
      section = judged.statement.section
      lines.push('', `${say('Parte', 'Part')} ${section}`)
    }
    lines.push(...judgedLines(judged, language, say))
  }
  lines.push('', say('O que a sondagem aprendeu', 'What the probe learned'))
  for (const { name, value, how } of report.lessons) {
    const shown = Array.isArray(value) ? value.join(', ') : String(value)
    lines.push(`  ${capabilities[name][language]}: ${shown}${how === '' ? '' : ` (${how})`}`)
  }
  return [...lines, '', ...ending(report, say)]
}

/** A probe judges what ends a state late; a reader looks part by part. */
function byPart(judged: readonly Judged[]): readonly Judged[] {
  return judged.toSorted((one, other) => one.statement.section - other.statement.section)
}

function judgedLines({ statement, finding }: Judged, language: 'pt' | 'en', say: Say): string[] {
  const head = `  ${MARKS[finding.verdict]} ${statement.id} · ${statement.sentence[language]}`
  if (finding.verdict === 'holds') return [head]
  if (finding.verdict === 'unknown') return [head, `      ${finding.why[language]}`]
  return [
    head,
    `      ${say('esperado', 'expected')}: ${finding.expected}`,
    `      ${say('visto', 'seen')}: ${finding.seen}`,
  ]
}

function ending(report: ProbeReport, say: Say): string[] {
  const { holds, differs, unknown } = countsOf(report)
  const { used, requests, cleanUp } = report
  const lines = [
    say(
      `${holds} valem, ${differs} divergem, ${unknown} não puderam ser julgadas`,
      `${holds} hold, ${differs} differ, ${unknown} could not be judged`,
    ),
    say(
      `${requests} requisições; da cota: ${used.consultations} consultas, ` +
        `${used.orders} pedidos e pagamentos (e ${used.malformed} malformados)`,
      `${requests} requests; of the quota: ${used.consultations} consultations, ` +
        `${used.orders} orders and payments (and ${used.malformed} malformed)`,
    ),
  ]
  if (report.stopped) lines.push(say('Interrompida: o resto não foi julgado.', 'Stopped early.'))
  if (cleanUp.left.length > 0) {
    const left = cleanUp.left.join(', ')
    lines.push(say(`Ficaram no serviço: ${left}`, `Left at the service: ${left}`))
  }
  return lines
}
