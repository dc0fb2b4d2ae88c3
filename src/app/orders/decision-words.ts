/** Pure. Why a decision was not carried out, with the cure, in the reader's language. */
import { inLocale, sayIn, type Bilingual, type Locale } from '../../bilingual.ts'
import { formatCents, formatCentsComma } from '../../fleet/money.ts'
import type { EditedCell, FileBounce } from '../../reconciliation/orders/deciding/bind-proposals.ts'
import type { BounceWhy } from '../../reconciliation/orders/deciding/decide-plan.ts'
import { PROPOSAL_HEADERS } from '../../reconciliation/orders/deciding/proposal-headers.ts'
import type { ShownCell } from '../../reconciliation/orders/deciding/shown-cells.ts'
import type { Refusal } from '../../reconciliation/orders/order-reasons.ts'
import { messagesOf } from '../../reconciliation/reports/words/reports.ts'
import { wordFor } from '../../reconciliation/reports/words/messages.ts'

const AGAIN = {
  pt: 'gere o arquivo de novo com frota orders propose e decida outra vez',
  en: 'write the file again with frota orders propose and decide anew',
}

/** `{about}` is what the decision's own facts name. */
const bounces: Readonly<Record<Exclude<BounceWhy, Refusal> | FileBounce, Bilingual>> = {
  'plan-unknown': {
    pt: `não há proposta com este número nesta frota; ${AGAIN.pt}`,
    en: `this fleet has no proposal with this id; ${AGAIN.en}`,
  },
  'plan-void': {
    pt: `a proposta foi anulada ({about}); ${AGAIN.pt}`,
    en: `the proposal is void ({about}); ${AGAIN.en}`,
  },
  'already-approved': {
    pt: 'está aprovada, e nada foi enviado; retire antes a aprovação com frota orders withdraw',
    en: 'it is approved, and nothing was sent; withdraw the approval first: frota orders withdraw',
  },
  'order-on-its-way': {
    pt: 'o pedido está sendo feito agora, e não se retira mais; veja frota orders',
    en: 'its order is being made right now and cannot be taken back any more; see frota orders',
  },
  'order-looked-up': {
    pt: 'o pedido pode ter sido feito, e é procurado no serviço; espere e veja frota status',
    en: 'its order may have been made and is looked up at the service; wait, and see frota status',
  },
  'order-needs-person': {
    pt: 'o pedido espera que uma pessoa confira o serviço: frota orders resolve',
    en: 'its order waits for a person who checks the service: frota orders resolve',
  },
  'already-ordered': {
    pt: 'o pedido já foi feito; veja frota orders',
    en: 'its order was made already; see frota orders',
  },
  'already-rejected': {
    pt: 'já foi rejeitada; a próxima consulta do veículo propõe de novo',
    en: "it was rejected before; the vehicle's next consultation proposes anew",
  },
  'not-previewed': {
    pt: 'a taxa ainda não foi perguntada ao serviço; decida depois da próxima execução',
    en: 'the service was not asked for the fee yet; decide after the next run',
  },
  'plan-changed': {
    pt: `mudou desde que saiu (itens, valores, taxa, forma ou conta), ou a coluna vinculo foi alterada; ${AGAIN.pt}`,
    en: `it changed since it went out (items, amounts, fee, method or account), or its binding was edited; ${AGAIN.en}`,
  },
  'debt-locked': {
    pt: 'um dos débitos está em outro plano aprovado ou pedido; veja frota orders',
    en: 'one of its debts is in another approved plan or order; see frota orders',
  },
  'order-unfinished': {
    pt: 'um pedido dos mesmos débitos ainda não terminou; veja frota status',
    en: 'an order of the same debts has not ended yet; see frota status',
  },
  'needs-name': {
    pt: 'acima do limite precisa de duas pessoas: diga quem decide com --person NOME',
    en: 'above the limit two people must approve: say who decides with --person NAME',
  },
  'decided-meanwhile': {
    pt: 'alguém decidiu ao mesmo tempo, e aquela decisão vale; veja frota orders',
    en: 'somebody decided at the same moment, and that holds; see frota orders',
  },
  unreadable: {
    pt: 'a linha tem bytes ilegíveis; salve de novo como "CSV UTF-8"',
    en: 'the line has unreadable bytes; save again as "CSV UTF-8"',
  },
  'unknown-word': {
    pt: 'a decisão "{about}" não se entende; escreva aprovar, rejeitar ou deixe vazio',
    en: 'the decision "{about}" is not understood; write approve, reject, or leave it empty',
  },
  contradiction: {
    pt: 'as linhas deste plano dizem aprovar e rejeitar; escreva uma só decisão por plano',
    en: 'the lines of this plan say approve and reject; write one decision for each plan',
  },
  'line-missing': {
    pt: `faltam {about} linhas deste plano: aprova-se o plano inteiro; ${AGAIN.pt}`,
    en: `{about} lines of this plan are missing: a plan is decided as a whole; ${AGAIN.en}`,
  },
  'line-added': {
    pt: `este débito não é do plano, ou está repetido; ${AGAIN.pt}`,
    en: `this debt is not of the plan, or stands twice; ${AGAIN.en}`,
  },
}

function gateWord(reason: string, locale: Locale): string {
  return wordFor(messagesOf(locale).reasons, reason)
}

/** Refusals of the order gate have the same words as in reports. */
export function bounceWords(why: string, about: string | undefined, locale: Locale): string {
  const words = Object.hasOwn(bounces, why)
    ? (bounces as Record<string, Bilingual>)[why]
    : undefined
  const reason = about === undefined ? '' : gateWord(about, locale)
  if (words === undefined) return gateWord(why, locale)
  return inLocale(words, locale).replace('{about}', () => reason)
}

/** The column in the reader's language, its value in the file, and the proposal's value. */
export function editedCellWords({ column, found, shown }: EditedCell, locale: Locale): string {
  const { pt, en } = PROPOSAL_HEADERS[column]
  const said = shownText(shown, locale)
  return sayIn(locale)(
    `a coluna ${pt} diz "${found}", e a proposta diz "${said}"; ${AGAIN.pt}`,
    `the column ${en} says "${found}", and the proposal says "${said}"; ${AGAIN.en}`,
  )
}

const SHOWN_CHARACTERS_MAX = 60

/** As the file shows it, without what keeps a spreadsheet from calculating. */
export function shownText(cells: Bilingual<ShownCell>, locale: Locale): string {
  const { kind, value } = inLocale(cells, locale)
  if (value === null) return ''
  if (kind === 'money') return locale === 'en' ? formatCents(value) : formatCentsComma(value)
  const text = String(value)
  if (kind !== 'date' || locale === 'en') return text.slice(0, SHOWN_CHARACTERS_MAX)
  const [year, month, day] = text.split('-')
  return `${day}/${month}/${year}`
}
