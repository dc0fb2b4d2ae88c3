/** Pure. The stages of a run as lines that people read. */
import type { Output } from '../output.ts'
import { shortTime } from '../short-time.ts'
import type { Stages } from './read-stages.ts'
import { quotaWords, stageWords, type StageName } from './stage-words.ts'

export interface StageLine {
  readonly stage: StageName | 'wait' | 'quota'
  readonly text: string
}

/** The width of a stage's name before its counts. */
export const STAGE_NAME_CHARACTERS = 12

/** `follows`: of a night, which goes on while orders are read. */
export function stageLines(
  stages: Stages,
  setting: { output: Output; zone: string; finish: Date | undefined; follows?: boolean },
): StageLine[] {
  const { output, zone, finish, follows = false } = setting
  const { say } = output
  const lines: StageLine[] = []
  const add = (stage: StageLine['stage'], name: string, said: readonly string[]): void => {
    lines.push({ stage, text: `${name.padEnd(STAGE_NAME_CHARACTERS)} ${said.join(' · ')}` })
  }
  const time = (at: Date): string => shortTime(at, output, zone)
  const { consultations, orders, quota } = stages
  const { import: file, register, consult, order } = stageWords(stages, output)
  if (file.all > 0) add('import', file.name, file.said)
  if (register.all > 0) add('register', register.name, register.said)
  if (consult.all === 0) return lines
  const until =
    finish === undefined ? [] : [`${say('prontas por volta de', 'done about')} ${time(finish)}`]
  add('consult', consult.name, [...consult.said, ...until])
  add('order', order.name, order.said)
  if (follows && consultations.waiting + consultations.asked === 0 && orders.followed > 0) {
    const pt = 'pagamento ou baixa de pedidos, lidos até o fim da noite; os relatórios vêm então'
    const en = 'for orders to be paid or settled, read until the night ends; the reports come then'
    add('wait', say('Espera', 'Waiting'), [say(pt, en)])
  }
  if (quota !== undefined) {
    add('quota', say('Cota livre', 'Quota left'), quotaWords(quota, output, time))
  }
  return lines
}
