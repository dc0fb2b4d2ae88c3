/** Pure. What keeps a vehicle from being asked now, in the reader's language. */
import { sayIn, type Locale } from '../../bilingual.ts'
import type { Hold } from '../../reconciliation/consultations/judge-hold.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'
import { shortTime } from '../short-time.ts'

const RESTS = {
  failed: { pt: 'falhou e descansa até', en: 'it failed and rests until' },
  stuck: { pt: 'ficou sem resposta e descansa até', en: 'it got no answer and rests until' },
}

/** `zone`: an IANA time zone, for the times. */
export function holdWords(hold: Hold, locale: Locale, zone: string): string {
  const say = sayIn(locale)
  const at = (when: Date): string => shortTime(when, { locale }, zone)
  const because = 'reason' in hold ? wordFor(messagesOf(locale).reasons, hold.reason) : ''
  const detail = because === '' ? '' : `: ${because}`
  switch (hold.hold) {
    case 'its-turn':
      return say('espera a sua vez na cota', 'waits for its turn in the quota')
    case 'not-planned-yet':
      return say('entra no plano em instantes', 'enters the plan in a moment')
    case 'next-run':
      return say('a próxima execução o consulta', 'the next run asks about it')
    case 'removed':
      return say('foi desativado no serviço', 'it was deactivated at the service')
    case 'left-fleet':
      return say('saiu da frota na última planilha', 'the last file left it out of the fleet')
    case 'registration-refused':
      return say(
        `o serviço recusou o cadastro${detail}`,
        `the service refused its registration${detail}`,
      )
    case 'registration-waits':
      return say('o cadastro ainda não foi feito', 'it is not registered yet')
    case 'registration-in-doubt':
      return say(
        `cadastro em dúvida, procurado no serviço${detail}`,
        `registration in doubt, looked up at the service${detail}`,
      )
    case 'registration-needs-person':
      return say(
        `o cadastro espera por uma pessoa${detail}`,
        `its registration waits for a person${detail}`,
      )
    case 'state-not-offered':
      return say(
        'o serviço não oferece consultas neste estado; a próxima execução olha de novo',
        'the service offers no consultations in this state; the next run looks again',
      )
    case 'pending-at-service':
      return say(
        `consulta em andamento no serviço desde ${at(hold.since)}`,
        `pending at the service since ${at(hold.since)}`,
      )
    case 'question-in-doubt':
      return say(
        `consulta em dúvida, procurada no serviço${detail}`,
        `question in doubt, looked up at the service${detail}`,
      )
    case 'question-needs-person':
      return say(
        `a consulta espera por uma pessoa${detail}`,
        `its question waits for a person${detail}`,
      )
    case 'fresh':
      return say(
        `a resposta vale até ${at(hold.until)}`,
        `its answer is fresh until ${at(hold.until)}`,
      )
    case 'resting': {
      const rests = RESTS[hold.state]
      return say(`${rests.pt} ${at(hold.until)}${detail}`, `${rests.en} ${at(hold.until)}${detail}`)
    }
    case 'asked-out':
      return say(
        `já consultado ${hold.times} vezes nesta campanha${detail}`,
        `asked ${hold.times} times in this campaign already${detail}`,
      )
  }
}
