/** The spreadsheets that wait, as a visitor of the fleet that is shown may see and change them. */
import type { Draft } from '../../app/intake/drafts.ts'
import { JudgedDrafts } from './judged-drafts.ts'
import type { JudgedDraft, RefusedDraft } from './judge-draft.ts'
import { fill } from '../../reconciliation/reports/words/messages.ts'
import type { JudgedFile, Refused } from '../../reconciliation/intake/judged.ts'
import type { ConsoleTools } from '../frame/console-tools.ts'
import type { PageSetting } from '../frame/page.ts'
import { Refusal } from '../frame/refusal.ts'
import { draftWords } from './draft-words.ts'

export type SeenDraft<Judged = JudgedDraft | RefusedDraft> = Draft & { readonly judged: Judged }

/** Each method throws a Refusal, 404, for what is not there, or not of the fleet that is shown. */
export class Drafts {
  readonly #tools: ConsoleTools
  readonly #judging: JudgedDrafts
  /** Changes of one draft follow each other, so that no edit is lost to another. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(tools: ConsoleTools) {
    this.#tools = tools
    this.#judging = new JudgedDrafts(tools)
  }

  /** With every change that was sent before, such as the row that a person left for Start. */
  async find(setting: PageSetting, id: string): Promise<SeenDraft> {
    await this.#turns.get(id)
    return this.#see(setting, id)
  }

  async #see(setting: PageSetting, id: string): Promise<SeenDraft> {
    const draft = await this.#draftOf(setting, id)
    return { ...draft, judged: orGone(setting, await this.#judging.judged(draft)) }
  }

  /** Notes what a person says of a draft, judges it so, and notes how that ended. */
  change(
    setting: PageSetting,
    id: string,
    change: (seen: SeenDraft) => Partial<Draft>,
  ): Promise<void> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(async () => {
      // Another console on the same directory may have been first: its change is changed then.
      for (let isNoted = false; !isNoted;) {
        const seen = await this.#see(setting, id)
        const { judged: _, ...draft } = { ...seen, ...change(seen) }
        isNoted = await this.add(setting, draft)
      }
    })
    const quiet = turn.catch(() => undefined)
    this.#turns.set(id, quiet)
    void quiet.then(() => this.#turns.get(id) === quiet && this.#turns.delete(id))
    return turn
  }

  /** False, and nothing is noted, where the draft was changed since it was read. */
  async add(setting: PageSetting, draft: Draft): Promise<boolean> {
    const judged = orGone(setting, await this.#judging.judged(draft))
    const counts = 'refusal' in judged ? null : judged.counts
    return this.#tools.drafts.note({ ...draft, counts })
  }

  async judgedFile(setting: PageSetting, id: string): Promise<JudgedFile | Refused> {
    return orGone(setting, await this.#judging.file(await this.#draftOf(setting, id)))
  }

  async #draftOf(setting: PageSetting, id: string): Promise<Draft> {
    const { fleet, visitor, locale, texts } = setting
    const draft = orGone(setting, await this.#tools.drafts.find(id))
    if (draft.fleet === fleet) return draft
    const isSeen = visitor.fleets?.includes(draft.fleet) !== false
    const elsewhere = fill(draftWords(locale).elsewhere, { fleet: draft.fleet })
    throw new Refusal(404, isSeen ? elsewhere : texts.notices.draftGone)
  }
}

/** Those that are not started, or whose start came to nothing; the oldest first. */
export async function waitingDrafts(
  { drafts, ledger }: Pick<ConsoleTools, 'drafts' | 'ledger'>,
  fleet: string,
): Promise<Draft[]> {
  const all = await drafts.ofFleet(fleet)
  const begun = all.filter(({ started }) => started).map(({ id }) => id)
  if (begun.length === 0) return all
  const again = await ledger.use(({ requests }) => requests.cameToNothing(begun))
  return all.filter(({ id, started }) => !started || again.includes(id))
}

function orGone<T>({ texts }: PageSetting, found: T | undefined): T {
  if (found === undefined) throw new Refusal(404, texts.notices.draftGone)
  return found
}
