/** Pure. What keeps a vehicle from being asked now, in the reader's language. */
import { wordsOf, type Locale } from '../../bilingual.ts'
import type { Hold } from '../../reconciliation/consultations/judge-hold.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { fill, wordFor } from '../../reconciliation/reports/words/messages.ts'
import { shortTime } from '../short-time.ts'

type HoldKey = Exclude<Hold['hold'], 'resting'> | 'failed' | 'stuck'

const textsOf = wordsOf({
  'its-turn': ['espera a sua vez na cota', 'waits for its turn in the quota'],
  'not-planned-yet': ['entra no plano em instantes', 'enters the plan in a moment'],
  'next-run': ['a próxima execução o consulta', 'the next run asks about it'],
  removed: ['foi desativado no serviço', 'it was deactivated at the service'],
  'left-fleet': ['saiu da frota na última planilha', 'the last file left it out of the fleet'],
  'registration-refused': [
    'o serviço recusou o cadastro{why}',
    'the service refused its registration{why}',
  ],
  'registration-waits': ['o cadastro ainda não foi feito', 'it is not registered yet'],
  'registration-in-doubt': [
    'cadastro em dúvida, procurado no serviço{why}',
    'registration in doubt, looked up at the service{why}',
  ],
  'registration-needs-person': [
    'o cadastro espera por uma pessoa{why}',
    'its registration waits for a person{why}',
  ],
  'state-not-offered': [
    'o serviço não oferece consultas neste estado; a próxima execução olha de novo',
    'the service offers no consultations in this state; the next run looks again',
  ],
  'pending-at-service': [
    'consulta em andamento no serviço desde {at}',
    'pending at the service since {at}',
  ],
  'question-in-doubt': [
    'consulta em dúvida, procurada no serviço{why}',
    'question in doubt, looked up at the service{why}',
  ],
  'question-needs-person': [
    'a consulta espera por uma pessoa{why}',
    'its question waits for a person{why}',
  ],
  fresh: ['a resposta vale até {at}', 'its answer is fresh until {at}'],
  failed: ['falhou e descansa até {at}{why}', 'it failed and rests until {at}{why}'],
  stuck: [
    'ficou sem resposta e descansa até {at}{why}',
    'it got no answer and rests until {at}{why}',
  ],
  'asked-out': [
    'já consultado {times} vezes nesta campanha{why}',
    'asked {times} times in this campaign already{why}',
  ],
} satisfies Record<HoldKey, readonly [string, string]>)

/** `zone`: an IANA time zone, for the times. */
export function holdWords(hold: Hold, locale: Locale, zone: string): string {
  const why = 'reason' in hold ? wordFor(messagesOf(locale).reasons, hold.reason) : ''
  const when = 'until' in hold ? hold.until : 'since' in hold ? hold.since : null
  return fill(textsOf(locale)[hold.hold === 'resting' ? hold.state : hold.hold], {
    at: when === null ? '' : shortTime(when, { locale }, zone),
    why: why === '' ? '' : `: ${why}`,
    times: 'times' in hold ? hold.times : 0,
  })
}
