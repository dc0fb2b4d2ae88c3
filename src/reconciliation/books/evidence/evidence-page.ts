/** One printable page that proves an order: what was proposed, who approved, what came of it. */
import type { Locale } from '../../../bilingual.ts'
import { formatCnpj } from '../../../fleet/document.ts'
import { parsePixCode } from '../../../fleet/pix-code.ts'
import { exact, html, Html } from '../../../html.ts'
import type { OrderEvidence } from '../../../ledger/books/order-evidence.ts'
import { pageDocument } from '../../reports/page/page-document.ts'
import { pageSection, pageTable } from '../../reports/page/page-table.ts'
import { displayFor, type Display } from '../../reports/words/display.ts'
import { messagesOf } from '../../reports/words/reports.ts'
import { wordFor } from '../../reports/words/messages.ts'
import { approverName } from '../words/book-words.ts'
import { evidenceWordsOf, type EvidenceWords } from '../words/evidence-words.ts'

export interface EvidenceContext {
  readonly locale: Locale
  readonly zone: string
  readonly simulated: boolean
  readonly at: Date
  /** The reader's word for an entry of the audit log. */
  readonly auditWord: (what: string) => string
}

interface Parts extends EvidenceContext {
  readonly words: EvidenceWords
  readonly display: Display
}

export function evidencePage(evidence: OrderEvidence, context: EvidenceContext): string {
  const { locale, zone, simulated } = context
  const parts: Parts = {
    ...context,
    words: evidenceWordsOf(locale),
    display: displayFor(locale, zone),
  }
  const { words, display } = parts
  return pageDocument({
    locale,
    simulated,
    title: html`${words.title} ${exact(evidence.order.id)}`,
    above: `${words.asOf} ${display.instant(context.at.toISOString())}`,
    main: html`
      ${pageSection(words.order, facts(evidence, parts))} ${items(evidence, parts)}
      ${approvals(evidence, parts)} ${code(evidence, parts)} ${timeline(evidence, parts)}
      ${bank(evidence, parts)} ${auditEntries(evidence, parts)}
    `,
  })
}

type Row = readonly (string | Html)[]

function section(title: string, rows: readonly Row[]): Html {
  return pageSection(title, pageTable([], { rows }))
}

function facts({ order }: OrderEvidence, { words, display, locale }: Parts): Html {
  const status = wordFor(messagesOf(locale).orderStatuses, order.status)
  const rows: [string, string | Html][] = [
    [words.vehicle, `${order.plate} · ${order.uf} · RENAVAM ${order.renavam}`],
    [words.cnpj, exact(formatCnpj(order.cnpj))],
    [words.costCentre, order.costCentre],
    [words.status, `${status} (${order.method})`],
    [words.debts, display.money(order.debtsCents)],
    [words.fee, display.money(order.feeCents)],
    [words.total, display.money(order.totalCents)],
    [words.charged, order.chargedCents === null ? '' : display.money(order.chargedCents)],
    [words.refunded, order.refundedCents === 0n ? '' : display.money(order.refundedCents)],
    [words.consultation, when(order.answeredAt, display, exact(order.consultationId ?? ''))],
    [words.readAt, display.instant(order.readAt.toISOString())],
  ]
  const said = rows.filter(([, value]) => (value instanceof Html ? value.text : value) !== '')
  return html`<dl>
    ${said.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`
}

function when(at: Date | null, display: Display, about: Html): string | Html {
  return at === null ? '' : html`${display.instant(at.toISOString())} · <code>${about}</code>`
}

function items({ items: held }: OrderEvidence, { words, display, locale }: Parts): Html {
  const { kinds, orderStatuses } = messagesOf(locale)
  return section(
    words.items,
    held.map((item) => [
      wordFor(kinds, item.kind),
      item.description,
      display.date(item.dueDate),
      display.money(item.amountCents),
      item.settlement === '' ? '' : wordFor(orderStatuses, item.settlement),
    ]),
  )
}

function approvals({ order, approvals: people }: OrderEvidence, parts: Parts): Html | null {
  const { words, display, locale } = parts
  if (order.planId === null) return null
  const at = (date: Date | null): string => display.instant(date?.toISOString() ?? null)
  const alone = { person: order.decidedBy ?? '', approvedAt: order.decidedAt }
  const decided = people.length > 0 ? people : [alone]
  return section(words.approval, [
    [words.proposed, at(order.proposedAt), html`<code>${exact(order.planHash ?? '')}</code>`],
    ...decided.map(({ person, approvedAt }): Row => {
      return [words.approvedBy, at(approvedAt), approverName(person, locale)]
    }),
    ...(order.bodyHash === null
      ? []
      : [[words.sent, '', html`<code>${exact(order.bodyHash)}</code>`] as const]),
  ])
}

function code({ order }: OrderEvidence, { words, display }: Parts): Html | null {
  const pix = parsePixCode(order.pixCode)
  if (!pix.ok) {
    if (order.boletoLine === '') return null
    return pageSection(words.code, html`<code>${exact(order.boletoLine)}</code>`)
  }
  const { txid, key, url, amountCents, merchantName, merchantCity } = pix.value
  return section(words.code, [
    ['txid', exact(txid)],
    [words.receiver, exact(`${merchantName}, ${merchantCity}`)],
    [words.total, amountCents === null ? '' : display.money(amountCents)],
    [key === null ? 'URL' : words.key, exact(url ?? key ?? '')],
  ])
}

function timeline({ events, sends }: OrderEvidence, { words, display }: Parts): Html {
  const at = (date: Date): string => display.instant(date.toISOString())
  const told = [
    ...sends.map(({ at: date, to, why }) => ({
      date,
      row: [at(date), words.request, wordFor(words.states, to), why],
    })),
    ...events.map(({ seenAt, event, occurredAt, toldBy, amountCents, note }) => ({
      date: seenAt,
      row: [
        at(seenAt),
        wordFor(words.events, event),
        occurredAt !== null
          ? `${wordFor(words.toldBy, toldBy)}: ${at(occurredAt)}`
          : toldBy === 'bank'
            ? words.dateTakenBack
            : '',
        [amountCents === 0n ? '' : display.money(amountCents), note.replace(/ @[0-9]+$/, '')]
          .filter((text) => text !== '')
          .join(' · '),
      ],
    })),
  ]
  const sorted = told.toSorted((a, b) => a.date.getTime() - b.date.getTime())
  return section(
    words.timeline,
    sorted.map(({ row }) => row),
  )
}

function bank({ bank: lines }: OrderEvidence, { words, display }: Parts): Html | null {
  if (lines.length === 0) return null
  return section(
    words.bank,
    lines.map(({ day, cents, memo, person }) => [
      display.date(day),
      display.money(cents),
      memo,
      person,
    ]),
  )
}

function auditEntries({ audit }: OrderEvidence, { words, display, auditWord }: Parts): Html {
  return section(
    words.audit,
    audit.map(({ seq, at, what, actor, hash, facts: told }) => [
      seq.toString(),
      display.instant(at.toISOString()),
      auditWord(what),
      actor,
      html`<span class="small">${told}</span>`,
      html`<code class="small">${exact(hash.slice(0, 16))}…</code>`,
    ]),
  )
}
