/** Settings: the service, the rules of orders, the schedules. */
import { unusedLimits } from '../../app/orders/order-policy-file.ts'
import type { KeptService } from '../../kept-service.ts'
import { html, type Html } from '../../html.ts'
import type { EditedPolicy } from '../../ledger/orders/policy-audit.ts'
import type { Schedule } from '../../ledger/runs/schedules.ts'
import type { OrderPolicy } from '../../reconciliation/orders/policy/order-policy.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import { page, type PageSetting } from '../frame/page.ts'
import { pageWords } from '../frame/page-words.ts'
import { postForm } from '../frame/post-form.ts'
import { policyForm } from './policy-form.ts'
import { scheduleSection } from './schedule-section.ts'
import { settingsWords } from './settings-words.ts'

export interface ShownSettings {
  readonly service: ShownService
  readonly policy: OrderPolicy
  /** `given`: by options, so nobody edits it here. */
  readonly policyFrom: EditedPolicy | 'given' | undefined
  /** Cost centres with a limit of their own that no vehicle has. */
  readonly unused: readonly string[]
  readonly schedules: readonly Schedule[]
  readonly nowMs: number
}

export interface ShownService {
  /** Undefined while the simulated service is used. */
  readonly used: Pick<KeptService, 'FROTA_API_URL' | 'FROTA_ACCOUNT_ID'> | undefined
  /** False where options or another machine say which service it is. */
  readonly mayConnect: boolean
}

export function settingsPage(setting: PageSetting, shown: ShownSettings): string {
  const words = settingsWords(setting.locale)
  const body = [
    serviceSection(setting, shown.service),
    policySection(setting, shown),
    scheduleSection(setting, shown.schedules, shown.nowMs),
  ]
  return page(setting, { title: words.title, body })
}

function serviceSection(setting: PageSetting, { used, mayConnect }: ShownService): Html {
  const { locale, visitor } = setting
  const words = settingsWords(locale)
  const isOfAll = visitor.fleets === null
  const why = isOfAll ? words.given : words.ofAllFleets
  const now =
    used === undefined
      ? words.rehearsal
      : fill(words.connected, { address: used.FROTA_API_URL, account: used.FROTA_ACCOUNT_ID })
  const fields = html`<div class="fields">
      <label
        >${words.address}
        <input
          name="address"
          type="url"
          maxlength="300"
          value="${used?.FROTA_API_URL ?? ''}"
          placeholder="https://…"
          required
      /></label>
      <label
        >${words.account}
        <input name="account" maxlength="36" value="${used?.FROTA_ACCOUNT_ID ?? ''}" required
      /></label>
      <label
        >${words.key} <input name="key" type="password" maxlength="4096" autocomplete="off" /><span
          class="soft"
          >${words.keyHelp}</span
        ></label
      >
    </div>
    ${used === undefined && html`<p class="soft">${words.aside}</p>`}
    <p class="actions"><button class="button">${words.test}</button></p>`
  const busy = html`data-busy="${words.testing}"`
  const form = postForm(setting, '/settings/service', {}, fields, busy)
  return html`<section>
    <h1>${words.title}</h1>
    <h2>${words.service}</h2>
    <p>${now}</p>
    ${mayConnect && isOfAll ? form : html`<p class="soft">${why}</p>`}
  </section>`
}

function policySection(setting: PageSetting, { policy, policyFrom, unused }: ShownSettings): Html {
  const { locale, display, visitor } = setting
  const words = settingsWords(locale)
  const fixed = visitor.fleets === null ? undefined : words.ofAllFleets
  const edited = ({ by, at }: EditedPolicy): string =>
    fill(words.policyEdited, {
      person: pageWords(by, locale),
      at: display.instant(at.toISOString()),
    })
  const kept = typeof policyFrom === 'object' ? policyFrom : undefined
  const from = kept === undefined ? words.policyDefault : edited(kept)
  return html`<section>
    <h2>${words.policy}</h2>
    ${
      fixed === undefined &&
      unused.length > 0 &&
      html`<p class="warning-box" role="status">${unusedLimits(unused, setting.say)}</p>`
    }
    ${
      policyFrom === 'given' || fixed !== undefined
        ? html`<p class="soft">${fixed ?? words.policyGiven}</p>`
        : html`<p class="soft">${from}</p>
            ${policyForm(setting, policy, kept?.policy)}`
    }
  </section>`
}

export function connectedPage(
  setting: PageSetting,
  { simulated, folder }: { simulated: boolean; folder: string | undefined },
): string {
  const words = settingsWords(setting.locale)
  const body = html`<section>
    <h1>${words.isNow}</h1>
    <p>${simulated ? words.isMock : words.isReal}</p>
    ${folder !== undefined && html`<p>${fill(words.wasSetAside, { folder })}</p>`}
    <p class="actions">
      <a class="button" href="/upload">${words.upload}</a>
      <a class="button quiet" href="/settings">${words.title}</a>
    </p>
  </section>`
  return page(setting, { title: words.isNow, body })
}
