/** Pure. What of the notices to people did not arrive; no lines when all did. */
import type { Output } from '../../app/output.ts'
import type { NoticeTrouble } from '../../ledger/notices/notices.ts'

export function noticeLines({ waiting, failed, why }: NoticeTrouble, { say }: Output): string[] {
  if (waiting + failed === 0) return []
  const parts = [
    ...(failed > 0 ? [`${failed} ${say('não entregues', 'not delivered')}`] : []),
    ...(waiting > 0 ? [`${waiting} ${say('serão repetidos', 'to be repeated')}`] : []),
  ]
  return [`${say('Avisos', 'Notices')}: ${parts.join(', ')} (${why ?? ''})`]
}
