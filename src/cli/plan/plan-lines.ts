/** Pure. A plan as people read it: the first vehicles, then the totals of the nights. */
import type { NightlyWindow } from '../../reconciliation/consultations/plan-nights.ts'
import type { Outlook } from '../../reconciliation/consultations/make-outlook.ts'
import { duration } from '../../app/duration.ts'
import type { Output } from '../../app/output.ts'
import { waitingOf, type Backlog } from '../../app/plan/read-plan.ts'
import type { Budgets } from '../../app/plan/fresh-budgets.ts'
import { forCloseLine, type ForClose } from './for-close.ts'
import { tableLines } from '../table-lines.ts'
import { datedTime, shortTime } from '../../app/short-time.ts'

export interface Plan {
  readonly fleet: string
  readonly nowMs: number
  readonly zone: string
  readonly window: NightlyWindow | undefined
  readonly backlog: Backlog
  readonly budgets: Budgets
  /** Fleets whose vehicles take the same slots in turn. */
  readonly sharedWith: readonly { readonly fleet: string; readonly waiting: number }[]
  /** Forecast for the nights of the window, or without a pause if there is no window. */
  readonly outlook: Outlook
  readonly unbroken: Outlook
  /** Both forecasts with one more credential. */
  readonly oneMore: { readonly outlook: Outlook; readonly unbroken: Outlook }
  readonly orders: { readonly waiting: number; readonly outlook: Outlook }
  /** Whether answers are fresh by the month's end, where that was asked. */
  readonly close: ForClose | null
}

const ROWS_SHOWN = 10
const NAME_CHARACTERS = 22

export function planLines(plan: Plan, output: Output, all: boolean): string[] {
  const { backlog, orders } = plan
  const waiting = waitingOf(backlog)
  const asking =
    waiting === 0
      ? [nothingWaits(plan, output)]
      : [...heading(plan, waiting, output), ...rows(plan, output, all), ...summary(plan, output)]
  const closing = plan.close === null ? [] : [forCloseLine(plan.close, output, plan.zone)]
  const lines = [...asking, ...closing]
  return orders.waiting === 0 ? lines : [...lines, ordersLine(plan, output)]
}

function nothingWaits({ backlog, fleet }: Plan, { say }: Output): string {
  const { underWay, askable } = backlog
  if (underWay > 0) {
    return say(
      `Nada mais a consultar: ${underWay} já consultados aguardam a resposta, sem gastar vagas.`,
      `Nothing more to ask: ${underWay} were asked and wait for their answer, which takes no slot.`,
    )
  }
  if (askable === 0) {
    return say(
      `A frota "${fleet}" não tem veículo que se possa consultar; importe um arquivo com: ` +
        'frota reconcile FROTA.csv',
      `The fleet "${fleet}" has no vehicle that can be asked; import a file with: ` +
        'frota reconcile FLEET.csv',
    )
  }
  return say(
    'Nada a consultar agora: nenhuma resposta está velha e nenhum veículo espera.',
    'Nothing to ask now: no answer is stale and no vehicle waits.',
  )
}

function heading(plan: Plan, waiting: number, output: Output): string[] {
  const { backlog, budgets, window, zone, sharedWith } = plan
  const { say } = output
  const opened =
    backlog.openedAt === null
      ? say(
          `uma campanha aberta agora teria ${waiting} a consultar`,
          `a campaign opened now would have ${waiting} to ask`,
        )
      : say(
          `campanha de ${shortTime(backlog.openedAt, output, zone)}, ${waiting} a consultar`,
          `campaign of ${shortTime(backlog.openedAt, output, zone)}, ${waiting} to ask`,
        )
  const others = sharedWith.map((other) => `${other.fleet} (${other.waiting})`).join(', ')
  const credentials = budgets.consultations.length
  const perHour = budgets.consultations[0]?.max ?? 0
  const slots = say(
    `${credentials} ${credentials === 1 ? 'credencial' : 'credenciais'} de ${perHour} por hora`,
    `${credentials} ${credentials === 1 ? 'credential' : 'credentials'} of ${perHour} an hour`,
  )
  return [
    `${plan.fleet}: ${opened} · ${slots} · ${windowWords(window, output)}`,
    ...(sharedWith.length === 0
      ? []
      : [
          say(
            `As vagas se revezam com as de outras frotas: ${others}`,
            `The slots are taken in turn with other fleets: ${others}`,
          ),
        ]),
    '',
  ]
}

function windowWords(window: NightlyWindow | undefined, output: Output): string {
  const { say } = output
  if (window === undefined) return say('sem pausa', 'round the clock')
  const from = window.from ?? say('agora', 'now')
  return 'until' in window.end
    ? say(`das ${from} às ${window.end.until}`, `from ${from} until ${window.end.until}`)
    : say(
        `desde ${from} por ${duration(window.end.forMs, output)}`,
        `from ${from} for ${duration(window.end.forMs, output)}`,
      )
}

function rows(plan: Plan, output: Output, all: boolean): string[] {
  const { backlog, outlook, window, zone } = plan
  const { say } = output
  const shown = all ? backlog.vehicles : backlog.vehicles.slice(0, ROWS_SHOWN)
  const night = window === undefined ? say('DIA', 'DAY') : say('NOITE', 'NIGHT')
  const head = [say('ORDEM', 'RANK'), say('PLACA', 'PLATE'), say('PREVISÃO', 'EXPECTED'), night]
  const cells = shown.map(({ plate }, index) => {
    const ask = outlook.asks[index]
    const expected = ask === undefined ? '—' : shortTime(new Date(ask.atMs), output, zone)
    return [String(index + 1).padStart(5), plate, expected, String(ask?.night ?? '—')]
  })
  const more = backlog.vehicles.length - shown.length
  const lines = cells.length === 0 ? [] : tableLines([head, ...cells])
  if (more > 0) lines.push(say(`e mais ${more}: --all`, `and ${more} more: --all`))
  if (backlog.unregistered > 0) {
    lines.push(
      say(
        `Por último, ainda sem cadastro no serviço: ${backlog.unregistered}`,
        `At last, not registered at the service yet: ${backlog.unregistered}`,
      ),
    )
  }
  return [...lines, '']
}

function summary(plan: Plan, output: Output): string[] {
  const { outlook, oneMore, window } = plan
  const { say } = output
  const waiting = waitingOf(plan.backlog)
  const [tonight, tomorrow] = outlook.nights
  const fits = tonight?.asked ?? 0
  const line = (name: string, ...parts: string[]): string =>
    `${name.padEnd(NAME_CHARACTERS)} ${parts.join(' · ')}`
  const isNightly = window !== undefined
  const first = isNightly ? say('Esta noite', 'Tonight') : say('Próximas 24 h', 'Next 24 h')
  const second = isNightly
    ? say('Mais uma noite', 'One more night')
    : say('Mais 24 h', 'Another 24 h')
  const carriesOver = fits < waiting && tomorrow !== undefined
  return [
    line(first, fitsWords(fits, waiting, output)),
    ...endLines(plan, plan, output).map(([name, end]) => line(name, end)),
    ...(carriesOver
      ? [line(second, `+${tomorrow.asked}: ${fits + tomorrow.asked}/${waiting}`)]
      : []),
    line(
      say('Mais uma credencial', 'One more credential'),
      fitsWords(oneMore.outlook.nights[0]?.asked ?? 0, waiting, output),
    ),
    ...endLines(oneMore, plan, output).map(([name, end]) => line(`  ${name}`, end)),
  ]
}

/** When all is done: in nights, if there are any, and without a pause. */
function endLines(
  { outlook, unbroken }: Pick<Plan, 'outlook' | 'unbroken'>,
  plan: Plan,
  output: Output,
): [string, string][] {
  const { say } = output
  const whole: [string, string] = [
    say('Sem pausa', 'Round the clock'),
    endWords(unbroken, plan, output, true),
  ]
  if (plan.window === undefined) return [whole]
  return [[say('Só nas noites', 'Nights only'), endWords(outlook, plan, output)], whole]
}

function fitsWords(fits: number, waiting: number, { say }: Output): string {
  const over = waiting - fits
  if (waiting === 1 && over === 0) return say('cabe', 'it fits')
  return over === 0
    ? say(`cabem todos os ${fits}`, `all ${fits} fit`)
    : say(`cabem ${fits}, ficam ${over} para depois`, `${fits} fit, ${over} carry over`)
}

/** Names the night only for a forecast in nights. */
function endWords(
  { finishedAtMs, nights }: Outlook,
  plan: Plan,
  output: Output,
  isUnbroken = false,
): string {
  const { say } = output
  if (finishedAtMs === null) {
    return say('não termina em dez anos: amplie as noites', 'not in ten years: lengthen the nights')
  }
  const at = datedTime(new Date(finishedAtMs), output, plan.zone)
  const left = duration(finishedAtMs - plan.nowMs, output)
  const isInNights = plan.window !== undefined && !isUnbroken
  const night = isInNights ? say(`, noite ${nights.length}`, `, night ${nights.length}`) : ''
  return say(`fim por volta de ${at} (em ${left}${night})`, `done about ${at} (in ${left}${night})`)
}

function ordersLine({ orders, zone }: Plan, output: Output): string {
  const { say } = output
  const { finishedAtMs, nights } = orders.outlook
  const name = say('Pedidos', 'Orders').padEnd(NAME_CHARACTERS)
  const fits = fitsWords(nights[0]?.asked ?? 0, orders.waiting, output)
  if (finishedAtMs === null) return `${name} ${fits}`
  const at = shortTime(new Date(finishedAtMs), output, zone)
  return `${name} ${fits} · ${say('o último por volta de', 'the last about')} ${at}`
}
