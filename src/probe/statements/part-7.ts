/** Part 7: errors, and what no answer may hold. Looked at when all the others were judged. */
import { textAt } from '../exchange.ts'
import { every, holds, unknown, unless } from '../finding.ts'
import { hasStatus, isEqual } from '../judge.ts'
import { keyMalformed, keyMissing, keyUnknown } from '../scenes/callers.ts'
import { given, statement } from '../statement.ts'
import type { Statement } from '../statement.ts'
import { neverLatest } from './part-4-consultations.ts'

export const errors: readonly Statement[] = [
  statement(
    '7.errors.detail',
    'O corpo de um erro traz um só campo, detail, que é texto',
    'The body of an error carries a single field, detail, a string',
    ({ watch }) => {
      if (watch.errors() === 0) return unknown('nenhum erro foi visto', 'no error was seen')
      return unless(watch.oddErrors.length === 0, '{ detail: string }', watch.oddErrors.join('; '))
    },
  ),
  statement(
    '7.401.fixed',
    'O detail do 401 é sempre o mesmo',
    'The detail of a 401 is always the same',
    given(keyMissing, async (missing, session) => {
      const others = [await session.stage(keyMalformed), await session.stage(keyUnknown)]
      const said = textAt(missing.json, 'detail')
      return every([
        hasStatus(missing, 401),
        ...others.map((other) =>
          other.ok ? isEqual('detail', textAt(other.value.json, 'detail'), said) : holds,
        ),
      ])
    }),
  ),
  statement(
    '7.404.latest.detail',
    'O 404 de consultations/latest traz um detail',
    'The 404 of consultations/latest carries a detail',
    given(neverLatest, (exchange) => {
      const said = textAt(exchange.json, 'detail') ?? ''
      return every([hasStatus(exchange, 404), unless(said !== '', 'detail: string', 'detail: -')])
    }),
  ),
  statement(
    '7.simulate-pix.live',
    'simulate-pix em produção live responde com um conflito',
    'simulate-pix in production live mode answers with a conflict',
    () => unknown('não se sonda um serviço em produção', 'no service in production is probed'),
  ),
  statement(
    '2.vehicle.document.never-returned',
    'O documento em claro, e o número de um cartão, não estão em nenhuma resposta',
    'The clear document, and the number of a card, stand in no answer',
    ({ watch }) => {
      if (watch.answers() === 0) return unknown('nada foi respondido', 'nothing was answered')
      return unless(watch.leaks.length === 0, '-', watch.leaks.join('; '))
    },
  ),
  statement(
    '2.write-only',
    'owner_document, holder_name e cvc só aparecem em corpos de requisições',
    'owner_document, holder_name and cvc appear in request bodies only',
    ({ watch }) => {
      if (watch.answers() === 0) return unknown('nada foi respondido', 'nothing was answered')
      return unless(watch.writeOnly.length === 0, '-', watch.writeOnly.join('; '))
    },
  ),
]
