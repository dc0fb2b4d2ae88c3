/** Form fields for values that a file does not contain, in the two forms that have them. */
import { UFS, ufName } from '../../fleet/uf.ts'
import { html, type Html } from '../../html.ts'
import type { ConsoleTexts } from '../frame/messages.ts'
import { option, tick } from '../frame/post-form.ts'

export interface WholeFileGiven {
  readonly uf?: string | undefined
  /** True if a document was given before; it is kept and not shown. */
  readonly hasOwner?: boolean
  readonly strict?: boolean | undefined
  readonly repairPlates?: boolean | undefined
}

export function wholeFileFields({ upload }: ConsoleTexts, given: WholeFileGiven = {}): Html {
  const ufs = UFS.toSorted().map((uf) => option(uf, `${uf} · ${ufName(uf)}`, uf === given.uf))
  return html`<fieldset>
    <legend>${upload.defaults}</legend>
    <div class="fields">
      <label
        >${upload.uf}
        <select name="uf">
          <option value="">${upload.ufNone}</option>
          ${ufs}
        </select>
      </label>
      <label
        >${upload.owner}
        <input name="owner_document" maxlength="20" autocomplete="off" spellcheck="false" />
        <span class="soft small">${given.hasOwner ? upload.ownerGiven : upload.ownerHelp}</span>
      </label>
    </div>
    ${tick('strict', upload.strict, given.strict === true)}
    ${tick('repair_plates', upload.repairPlates, given.repairPlates === true)}
  </fieldset>`
}
