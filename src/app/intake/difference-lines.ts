/** Pure. Sentences for people about what a file would change of its fleet; no document is in them. */
import { shownPlates, type Change, type VehicleClass } from '../../reconciliation/intake/compare.ts'
import { inLocale } from '../../bilingual.ts'
import { duration } from '../duration.ts'
import { datedTime } from '../short-time.ts'
import type { Output } from '../output.ts'
import type { FileDifference } from './file-difference.ts'

type Say = Pick<Output, 'say' | 'locale'>

const CHANGE_NAMES: readonly (readonly [Change, string, string])[] = [
  ['fleet', 'frota', 'fleet'],
  ['plate', 'placa', 'plate'],
  ['plateForm', 'forma da placa', "plate's form"],
  ['uf', 'UF', 'state'],
  ['ownerDocument', 'proprietário', 'owner'],
  ['nickname', 'apelido', 'nickname'],
  ['costCentre', 'centro de custo', 'cost centre'],
  ['extras', 'outras colunas', 'other columns'],
]

/** `zone`: an IANA time zone. */
export function differenceLines(difference: FileDifference, zone: string, output: Say): string[] {
  const { added, changed, returning, moved, elsewhere, kept, missing, unchanged } = difference
  const { say } = output
  const asking = askingLine(difference, zone, output)
  const known = changed.count + returning.count + kept.count + missing.count + unchanged
  const also = say(
    'também em outra frota, de outra conta (não peça nem pague duas vezes)',
    'in a fleet of another account, too (do not order or pay twice)',
  )
  const twice = elsewhere.count === 0 ? [] : [classWords(also, elsewhere)]
  if (known === 0) {
    const all = say(`todos são novos: ${added.count}`, `all are new: ${added.count}`)
    return [all, ...twice, asking]
  }
  const stay = classWords(say('ficam, com a linha recusada', 'stay, their row refused'), kept)
  const back = classWords(say('inativos que voltam', 'inactive that come back'), returning)
  return [
    classWords(say('novos', 'new'), added),
    `${classWords(say('alterados', 'changed'), changed)}${changeWords(difference, say)}`,
    ...(returning.count === 0 ? [] : [back]),
    ...moved.map((each) =>
      classWords(say(`tirados da frota ${each.fleet}`, `taken from ${each.fleet}`), each),
    ),
    ...twice,
    ...(kept.count === 0 ? [] : [stay]),
    classWords(say('fora da planilha', 'missing from the file'), missing),
    `${say('sem mudança', 'unchanged')}: ${unchanged}`,
    asking,
  ]
}

/** What the options of `frota reconcile` would do with this file. */
export function optionLines(difference: FileDifference, { say, locale }: Say): string[] {
  const { ownersKept, removals } = difference
  const owners = say(
    `outro proprietário de veículo já cadastrado: ${ownersKept}; fica o de antes, salvo com --update-owners`,
    `another owner of a registered vehicle: ${ownersKept}; the one before stays, unless --update-owners`,
  )
  const removed = say(
    'com --deactivate-missing seriam desativados no serviço',
    '--deactivate-missing would deactivate at the service',
  )
  const { missing, held } = removals
  const none = say(`0 de ${missing}`, `0 of ${missing}`)
  const count = held === null ? `${missing}` : `${none}: ${inLocale(held, locale)}`
  return [...(ownersKept === 0 ? [] : [owners]), ...(missing === 0 ? [] : [`${removed}: ${count}`])]
}

function classWords(name: string, found: Pick<VehicleClass, 'count' | 'examples'>): string {
  return found.count === 0 ? `${name}: 0` : `${name}: ${found.count} (${shownPlates(found)})`
}

function changeWords({ changes }: FileDifference, say: Say['say']): string {
  const words = CHANGE_NAMES.filter(([change]) => changes[change] > 0).map(
    ([change, ...names]) => `${say(...names)} ${changes[change]}`,
  )
  return words.length === 0 ? '' : ` · ${words.join(', ')}`
}

function askingLine({ asking }: FileDifference, zone: string, { say, locale }: Say): string {
  const { count, perHour, finishedAt, at } = asking
  if (count === 0) return say('a consultar: 0', 'to ask: 0')
  const quota = say(`a ${perHour} por hora`, `at ${perHour} an hour`)
  const asked = `${say('a consultar', 'to ask')}: ${count}, ${quota}`
  if (finishedAt === null) {
    return say(`${asked}, não termina em dez anos`, `${asked}, not done in ten years`)
  }
  const end = new Date(finishedAt)
  const day = datedTime(end, { locale }, zone)
  const left = duration(end.getTime() - Date.parse(at), { say })
  return say(
    `${asked}: tudo respondido por volta de ${day} (em ${left})`,
    `${asked}: all answered about ${day} (in ${left})`,
  )
}
