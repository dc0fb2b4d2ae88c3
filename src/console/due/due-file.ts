/**
 * Due dates as a calendar file (RFC 5545), one event a day. ical-generator writes it: folding and
 * escaping are easily got wrong. Version 11 of 2026-09, MIT, no dependencies of its own.
 */
import ical from 'ical-generator'
import { SIMULATED } from '../../reconciliation/reports/files/columns.ts'
import { fill, plural } from '../../reconciliation/reports/words/messages.ts'
import type { PageSetting } from '../frame/page.ts'
import type { ShownDue } from './due-span.ts'
import { dueWords } from './due-words.ts'

/** Lines of a description stay readable in a telephone's calendar. */
const PLATES_MAX = 60

export function dueFile(
  setting: Pick<PageSetting, 'locale' | 'display' | 'fleet' | 'simulated'>,
  { days }: Pick<ShownDue, 'days'>,
  nowMs: number,
): string {
  const { locale, display, fleet, simulated } = setting
  const words = dueWords(locale)
  // A calendar shows events one by one, each without the others.
  const marked = (text: string): string => (simulated ? `${SIMULATED} · ${text}` : text)
  const calendar = ical({
    name: marked(fill(words.calendarName, { fleet })),
    prodId: { company: 'frota', product: 'console', language: locale },
  })
  for (const { day, debts, cents, plates } of days) {
    const more = plates.length > PLATES_MAX ? `, … (${plates.length})` : ''
    calendar.createEvent({
      // The same day of the same fleet replaces what was downloaded before.
      id: `${day}.${encodeURIComponent(fleet)}@frota`,
      stamp: new Date(nowMs),
      // The library reads the day in UTC, whatever the zone of this machine.
      start: new Date(`${day}T12:00:00Z`),
      allDay: true,
      summary: marked(plural(words.event, debts, { money: display.money(cents) })),
      description: `${plates.slice(0, PLATES_MAX).join(', ')}${more}`,
    })
  }
  return calendar.toString()
}
