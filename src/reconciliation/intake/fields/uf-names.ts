/** Other ways to write a state, as data; accents, case and punctuation do not count. */
import type { Bilingual } from '../../../bilingual.ts'
import { parseUf, ufName, UFS, type Uf } from '../../../fleet/uf.ts'

type Names = Bilingual<readonly string[]>

/** Words around a state that name no other one; `{}` is the state. */
const FRAMES: Names = {
  pt: ['Estado de {}', 'Estado do {}', 'Estado da {}', 'Detran {}', 'BR {}', '{} Brasil'],
  en: ['State of {}', '{} State', '{} Brazil'],
}

/** Names in use that are neither the letters nor the name. */
const OTHER_NAMES: Readonly<Partial<Record<Uf, Names>>> = {
  AM: { pt: ['Amazônia'], en: [] },
  DF: { pt: ['Brasília', 'Brasília DF'], en: ['Federal District'] },
  MS: { pt: ['Mato Grosso Sul', 'M G do Sul'], en: ['South Mato Grosso'] },
  RN: { pt: ['Rio Grande Norte', 'R G do Norte'], en: [] },
  RS: { pt: ['Rio Grande Sul', 'R G do Sul'], en: [] },
  RJ: { pt: ['Rio Janeiro'], en: [] },
  ES: { pt: ['Espirito Sto'], en: [] },
  SC: { pt: ['Sta Catarina'], en: [] },
  SP: { pt: ['S Paulo'], en: ['Saint Paul'] },
}

function plain(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return bare.replace(/[^A-Z]+/g, ' ').trim()
}

/** `SP - São Paulo`, `São Paulo/SP`: both halves must be the same state. */
function waysToWrite(uf: Uf): string[] {
  const name = ufName(uf)
  const both = [`${uf} ${name}`, `${name} ${uf}`]
  const framed = [...FRAMES.pt, ...FRAMES.en].flatMap((frame) =>
    [uf, name].map((one) => frame.replace('{}', one)),
  )
  const others = OTHER_NAMES[uf]
  return [...both, ...framed, ...(others?.pt ?? []), ...(others?.en ?? [])]
}

const BY_NAME: ReadonlyMap<string, Uf> = new Map(
  UFS.flatMap((uf) => waysToWrite(uf).map((name) => [plain(name), uf] as const)),
)

/** Characters that no state's name has: `?$?pr` is some other text. */
const FOREIGN = /[^\p{L}\p{M}\s.,'’()/–-]/u

/** Undefined for what is no Brazilian state. */
export function ufOf(text: string): Uf | undefined {
  if (FOREIGN.test(text)) return undefined
  const parsed = parseUf(text)
  return parsed.ok ? parsed.value : BY_NAME.get(plain(text))
}
