/** The frame of every page: head, navigation, the banner of a simulated service. */
import type { Locale } from '../../bilingual.ts'
import { html, type Content, type Html } from '../../html.ts'
import type { Display } from '../../reconciliation/reports/words/display.ts'
import { isAllowed, type Permission, type Visitor } from '../access/permissions.ts'
import type { ConsoleTexts } from './messages.ts'
import type { KeyOf } from './text-keys.ts'

/**
 * Content-Security-Policy: everything from this server, nothing inline, nothing in a frame;
 * pictures of payment codes stand in the page itself.
 */
export const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'"

/** What the guard found out. */
export interface Shown {
  readonly visitor: Visitor
  /** The fleet that is shown; empty only on pages that show none. */
  readonly fleet: string
  /** True while a run is under way, or waits to be: every page then links to it. */
  readonly busy: boolean
  /** True where the answers come, or would come, from a simulated service: every page says so. */
  readonly simulated: boolean
}

export interface PageSetting extends Shown {
  readonly texts: ConsoleTexts
  readonly locale: Locale
  /** Picks the reader's language, in what the terminal says, too. */
  readonly say: (pt: string, en: string) => string
  /** An IANA time zone, for every instant that a person reads. */
  readonly zone: string
  /** Instants, dates and amounts by this locale and zone. */
  readonly display: Display
  /** Of the request, without the host. */
  readonly url: string
  readonly keyOf: KeyOf
}

export interface PageParts {
  readonly title: string
  readonly body: Content
  /** Of what the page shows, where that is not the fleet of today. */
  readonly simulated?: boolean
  /** Without scripts the browser loads the page again every few seconds. */
  readonly followed?: boolean
}

const FOLLOWED_SECONDS = 5

export function page(
  setting: PageSetting,
  { title, body, simulated = setting.simulated, followed = false }: PageParts,
): string {
  const { texts, locale, fleet, busy, visitor } = setting
  const banner = html`<aside class="simulated">
    <strong>${texts.simulated}</strong>${texts.simulatedNote}
  </aside>`
  const again = html`<noscript
    ><meta http-equiv="refresh" content="${FOLLOWED_SECONDS}"
  /></noscript>`
  const current = html`<a class="busy" href="/runs/current">${texts.nav.current}</a>`
  const fleetName = html`<a class="fleet" href="/fleets">${texts.fleet}: <b>${fleet || '—'}</b></a>`
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="same-origin" />
        <title>${simulated ? `${texts.simulated} · ` : ''}${title} · ${texts.brand}</title>
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="stylesheet" href="/console.css" />
        <script src="/console.js" type="module"></script>
        ${followed && again}
      </head>
      <body class="${simulated ? 'is-simulated' : ''}">
        ${simulated && banner}
        <nav aria-label="${texts.nav.label}">
          <div>
            <a class="brand" href="/">${texts.brand}</a>
            ${links(setting)} ${busy && current} ${isAllowed(visitor.role, 'see') && fleetName}
            ${visitor.signedIn && signOut(setting)}
          </div>
        </nav>
        <main>${body}</main>
      </body>
    </html> `.text
}

/** The pages that this visitor may see, each with the permission that its route needs. */
const PAGES = [
  ['/', 'today', 'see'],
  ['/upload', 'upload', 'see'],
  ['/vehicles', 'vehicles', 'see'],
  ['/debts', 'debts', 'see'],
  ['/due', 'due', 'see'],
  ['/proposals', 'proposals', 'see'],
  ['/pay', 'pay', 'pay'],
  ['/runs', 'runs', 'see'],
  ['/months', 'months', 'see'],
  ['/exceptions', 'exceptions', 'see'],
  ['/people', 'people', 'administer'],
  ['/settings', 'settings', 'administer'],
] as const satisfies readonly (readonly [string, keyof ConsoleTexts['nav'], Permission])[]

function links({ texts, visitor, url }: PageSetting): Html[] {
  const part = `/${url.split(/[/?]/, 2)[1] ?? ''}`
  return PAGES.filter(([, , needed]) => isAllowed(visitor.role, needed)).map(
    ([address, name]) =>
      html`<a href="${address}" ${address === part && html`aria-current="page"`}
        >${texts.nav[name]}</a
      >`,
  )
}

function signOut({ texts, visitor }: PageSetting): Html {
  return html`<a href="/password">${visitor.person.name}</a>
    <form method="post" action="/sign-out">
      <button type="submit">${texts.nav.signOut}</button>
    </form>`
}

type Notice = { title: string; message: string; note?: Content; back?: string | undefined }

/** What happened and where to go on: `back`, whence scripts return to what was typed there. */
export function noticePage(
  setting: PageSetting,
  { title, message, note = null, back = '/' }: Notice,
): string {
  const body = html`<section class="notice" role="alert">
    <h1>${title}</h1>
    <p>${message}</p>
    <p class="soft">${note}</p>
    <p class="actions">
      <a class="button quiet" href="${back}" data-back>${setting.texts.notices.back}</a>
    </p>
  </section>`
  return page(setting, { title, body })
}
