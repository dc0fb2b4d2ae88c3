/** Pure. The stages of a run as lines that people read. */
import { displayCents } from '../../fleet/money.ts'
import { counted } from '../counted.ts'
import type { Output } from '../output.ts'
import { shortTime } from '../short-time.ts'
import type { Stages } from './stages.ts'

export interface StageLine {
  readonly stage: 'import' | 'register' | 'consult' | 'order' | 'wait' | 'quota'
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
  const add = (
    stage: StageLine['stage'],
    name: string,
    parts: readonly (string | false)[],
  ): void => {
    const said = parts.filter((part) => part !== false && part !== '')
    lines.push({ stage, text: `${name.padEnd(STAGE_NAME_CHARACTERS)} ${said.join(' · ')}` })
  }
  const { file, vehicles, consultations, orders, quota } = stages
  if (file !== undefined) {
    add('import', say('Planilha', 'File'), [
      counted('row', 'read', file.read, output),
      counted('row', 'accepted', file.accepted, output),
      file.repaired > 0 && counted('row', 'repaired', file.repaired, output),
      file.rejected > 0 && counted('row', 'rejected', file.rejected, output),
      file.duplicate > 0 && counted('row', 'duplicate', file.duplicate, output),
      file.skipped > 0 && counted('row', 'skipped', file.skipped, output),
    ])
  }
  const all = vehicles.registered + vehicles.waiting + vehicles.refused + vehicles.doubtful
  if (all === 0) return lines
  add('register', say('Cadastro', 'Vehicles'), [
    `${vehicles.registered}/${all} ${say('veículos no serviço', 'registered')}`,
    vehicles.refused > 0 && counted('vehicle', 'refused', vehicles.refused, output),
    vehicles.doubtful > 0 && `${vehicles.doubtful} ${say('em dúvida', 'in doubt')}`,
  ])
  if (consultations.members === 0) return lines
  add('consult', say('Consultas', 'Answers'), [
    `${consultations.answered}/${consultations.members} ${say('respondidas', 'answered')}`,
    consultations.failed > 0 && `${consultations.failed} ${say('com falha', 'failed')}`,
    consultations.stuck > 0 && `${consultations.stuck} ${say('sem resposta', 'without answer')}`,
    consultations.asked > 0 && `${consultations.asked} ${say('em andamento', 'under way')}`,
    consultations.waiting > 0 && `${consultations.waiting} ${say('na fila', 'waiting')}`,
    finish !== undefined &&
      `${say('prontas por volta de', 'done about')} ${shortTime(finish, output, zone)}`,
  ])
  const debts = (cents: bigint): string =>
    `(${displayCents(cents, output.locale)} ${say('em débitos', 'of debts')})`
  add('order', say('Pedidos', 'Orders'), [
    `${counted('order', 'proposed', orders.proposed, output)} ${debts(orders.proposedCents)}`,
    orders.approved > 0 && counted('order', 'approved', orders.approved, output),
    orders.placed > 0 &&
      `${counted('order', 'placed', orders.placed, output)} ${debts(orders.placedCents)}`,
    orders.paid > 0 && counted('order', 'paid', orders.paid, output),
  ])
  if (follows && consultations.waiting + consultations.asked === 0 && orders.followed > 0) {
    const pt = 'pagamento ou baixa de pedidos, lidos até o fim da noite; os relatórios vêm então'
    const en = 'for orders to be paid or settled, read until the night ends; the reports come then'
    add('wait', say('Espera', 'Waiting'), [say(pt, en)])
  }
  if (quota === undefined) return lines
  const left = quota.consultations
  add('quota', say('Cota livre', 'Quota left'), [
    `${left.free}/${left.max} ${say('consultas', 'consultations')}`,
    `${quota.orders.free}/${quota.orders.max} ${say('pedidos', 'orders')}`,
    left.free === 0 &&
      `${say('próxima vaga', 'next slot')} ${shortTime(new Date(left.nextFreeAtMs), output, zone)}`,
  ])
  return lines
}
