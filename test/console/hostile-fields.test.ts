/** Hostile text in every field that a person can type into: a page each time, and never markup. */
import { expect, test } from 'vitest'
import { howMany } from '../support/extent.ts'
import { forFile } from '../support/for-file.ts'
import { openAfterRun } from './after-run.ts'

const HOSTILE: Readonly<Record<string, string>> = {
  script: `<script>alert(1)</script>`,
  attribute: `" onmouseover="alert(1)`,
  entity: '&lt;b&gt;&#0;&quot;',
  template: '${7*7000003}{{7*7000003}}<%= 7*7000003 %>',
  statement: `'; drop table frota.vehicle; --`,
  wildcards: '%_\\%',
  nul: 'a\u0000b',
  controls: 'a\r\nSet-Cookie: b=c\u001b[31m',
  halves: 'x\ud800y',
  bidi: '\u202egnirts\u202c',
  emoji: '👩‍👩‍👧‍👦🚗',
  formula: '=cmd|calc',
  path: '../../../../etc/passwd',
  prototype: '__proto__',
  long: 'ã'.repeat(2_000),
  empty: '',
  blanks: '\u00a0\u2003\t',
  digits: '１２３',
}

/** In every place, and where the first refused field must not keep the others from being tried. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['script', 'nul'])

/** `npm test` tries each kind in every third place, and so each place with every third kind. */
const EVERY = howMany(3, 1)
const placesOf = <T>(kind: string, all: readonly T[]): readonly T[] =>
  all.filter(
    (_, at) => ONE_BY_ONE.has(kind) || (at + Object.keys(HOSTILE).indexOf(kind)) % EVERY === 0,
  )

const pages = await forFile(openAfterRun())
const verdict = await pages.verdictOf('small.csv')
const refused = await pages.verdictOf('plates.csv')
const list = await pages.text('/vehicles')
const vehicle = /href="(\/vehicles\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
const page = await pages.text('/proposals')
const plan = /name="plan"\s+value="([^"]+)"/.exec(page)?.[1] ?? ''
const form_token = pages.formToken
/** Each form with the fields that are typed into, beside those that make it whole. */
const forms: readonly (readonly [
  path: string,
  typed: readonly string[],
  Record<string, string>,
])[] = [
  ['/sign-in', ['name', 'password', 'next'], {}],
  ['/sign-in/code', ['code', 'next'], {}],
  ['/people', ['name', 'role', 'fleets'], { name: 'Eva', role: 'viewer', fleets: '*' }],
  [vehicle, ['nickname', 'costCentre', 'plate', 'uf'], { plate: 'ABC1D23', uf: 'SP' }],
  ['/proposals', ['reason', 'plan', 'verdict'], { verdict: 'reject', plan, reason: 'x' }],
  ['/runs', ['mode'], {}],
  ['/exceptions/done', ['code', 'reference', 'detail', 'reason'], { reason: 'x' }],
  ['/exceptions/free', ['order', 'reason'], {}],
  ['/exceptions/review', ['reference', 'choice', 'order', 'reason'], { choice: 'adopt' }],
  [`${verdict}/reading`, ['column_plate', 'uf', 'sheet', 'owner_document'], {}],
  [`${refused}/rows`, ['cell_5_0', 'out_5', 'undo'], {}],
  [`${refused}/fleet`, ['nothing'], { fleet: 'a,b' }],
  [`${refused}/run`, ['other_fleet', 'update_owners', 'deactivate_missing'], {}],
]

async function wrongAnswer(answer: Response): Promise<string | undefined> {
  const text = await answer.text()
  if (answer.status >= 500) return String(answer.status)
  if (answer.headers.get('set-cookie') !== null) return 'a cookie'
  return /<script>alert|onmouseover="alert|49000021/.test(text)
    ? 'it is in the page as it was typed'
    : undefined
}

test.each(Object.keys(HOSTILE))('%s in fields of forms does no harm', async (kind) => {
  const text = HOSTILE[kind] ?? ''
  const wrong: string[] = []
  for (const [path, typed, whole] of placesOf(kind, forms)) {
    const together = ONE_BY_ONE.has(kind) ? typed.map((field) => [field]) : [typed]
    for (const fields of together) {
      const hostile = Object.fromEntries(fields.map((field) => [field, text]))
      const body = new URLSearchParams({ form_token, ...whole, ...hostile })
      const why = await wrongAnswer(await pages.post(path, body))
      if (why !== undefined) wrong.push(`${path} ${fields.join()}: ${why}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each(Object.keys(HOSTILE))('%s in addresses does no harm', async (kind) => {
  const text = encodeURIComponent((HOSTILE[kind] ?? '').toWellFormed())
  const asked = [
    '/vehicles?q=',
    '/debts?q=',
    '/debts?cost=',
    '/debts?from=',
    '/due?days=',
    '/runs/',
  ]
  const paths = [...asked, '/months/', '/vehicles/', '/proposals/', '/link/', '/sign-in?next=']
  const wrong: string[] = []
  for (const path of placesOf(kind, paths)) {
    const why = await wrongAnswer(await pages.get(`${path}${text}`))
    if (why !== undefined) wrong.push(`${path}: ${why}`)
  }
  expect(wrong).toEqual([])
})
