/** The events of a running worker as lines for people. */
import type { Clock } from '../../clock.ts'
import { describeError } from '../../failure.ts'
import type { ScheduleOutcome } from '../../ledger/runs/schedules.ts'
import type { AppContext } from '../../app/context.ts'
import { shortTime } from '../../app/short-time.ts'
import { nextNights } from '../../app/worker/schedule-policy.ts'
import type { WorkerWords } from '../../app/worker/worker-tools.ts'
import { runState } from '../words.ts'

export function openWords({ output, config }: AppContext, clock: Clock): WorkerWords {
  const { say } = output
  const at = (ms: number): string => shortTime(new Date(ms), output, config.FROTA_TIME_ZONE)
  const line = (pt: string, en: string): void => output.line(`${at(clock.now())}  ${say(pt, en)}`)
  const complain = (pt: string, en: string): void => {
    output.warn(say(pt, en))
  }
  const whatOf = (error: unknown): string => describeError(error, output.locale)
  return {
    started: ({ name }, { why, dueAtMs, stopAtMs }) => {
      const until =
        stopAtMs === undefined ? '' : say(`, até ${at(stopAtMs)}`, `, until ${at(stopAtMs)}`)
      const due = at(dueAtMs)
      const reasons = {
        due: say('', ''),
        queued: say(` (esperava desde ${due})`, ` (waited since ${due})`),
        'caught-up': say(` (perdida: ${due})`, ` (missed: ${due})`),
        resumed: say(` (continua a de ${due})`, ` (goes on with that of ${due})`),
      }
      line(`${name}: começou${reasons[why]}${until}`, `${name}: began${reasons[why]}${until}`)
    },
    letGo: ({ name }, decision) => {
      const due = at(decision.dueAtMs)
      if (decision.kind === 'queue') {
        line(`${name}: a de ${due} espera a vez`, `${name}: that of ${due} waits its turn`)
      } else if (decision.why === 'busy') {
        line(
          `${name}: a de ${due} não começou, outra está em andamento`,
          `${name}: that of ${due} did not begin, another one runs`,
        )
      } else line(`${name}: a de ${due} passou`, `${name}: that of ${due} was missed`)
    },
    ended: ({ name }, outcome: ScheduleOutcome) => {
      line(`${name}: ${runState(outcome, 'pt-BR')}`, `${name}: ${runState(outcome, 'en')}`)
    },
    failed: ({ name }, error, againAtMs) => {
      const what = whatOf(error)
      const again = at(againAtMs)
      complain(
        `${name}: ${what}\nfrota: ${name}: nova tentativa às ${again}, se ainda houver tempo.`,
        `${name}: ${what}\nfrota: ${name}: tried again at ${again}, if there is time left then.`,
      )
    },
    lost: ({ name }) =>
      line(
        `${name}: outro trabalhador assumiu; este para aqui`,
        `${name}: another worker took over; this one stops here`,
      ),
    interrupted: ({ name }, holder) =>
      line(
        `${name}: ${holder} não dá mais sinal; interrompida`,
        `${name}: ${holder} gives no sign any more; interrupted`,
      ),
    processes: ({ name }, holder) =>
      line(`${name}: trabalhando para ${holder}`, `${name}: processing jobs of ${holder}`),
    leaves: ({ name }) =>
      line(`${name}: trabalho para outro encerrado`, `${name}: processing ended`),
    processingFailed: ({ name }, error, againAtMs) => {
      const what = whatOf(error)
      const again = at(againAtMs)
      complain(
        `${name}: não trabalha: ${what}\nfrota: ${name}: nova tentativa às ${again}.`,
        `${name}: processes nothing: ${what}\nfrota: ${name}: tried again at ${again}.`,
      )
    },
    ledgerAway: (error) => {
      const what = whatOf(error)
      complain(
        `o livro-razão não responde (${what}); o trabalhador espera por ele.`,
        `the ledger does not answer (${what}); the worker waits for it.`,
      )
    },
    ledgerBack: () => complain('o livro-razão responde de novo.', 'the ledger answers again.'),
    clock: ({ pt, en }) => complain(pt, en),
    inbox: (text) => line(text, text),
    daily: (schedules) => {
      const next = schedules
        .filter(({ paused }) => !paused)
        .map((schedule) => {
          const [ms] = nextNights(schedule, clock.now(), 1)
          return `${schedule.name} ${ms === undefined ? '—' : at(ms)}`
        })
        .join(', ')
      line(`trabalhando; próximas: ${next || 'nenhuma'}`, `working; next: ${next || 'none'}`)
    },
  }
}
