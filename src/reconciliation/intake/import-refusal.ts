import type { Bilingual } from '../../bilingual.ts'
import type { MovedVehicles, RemovalsHeld } from '../../ledger/fleets/imports.ts'
import { shownPlates } from './compare.ts'
import { explainIssue, explainWarning } from './reasons/explain.ts'
import type { JudgedFile, Refused } from './judged.ts'

/** Why a received file is not applied to its fleet, and what a person does about it. */

/** What a refused import keeps, for the command line, the console and the report. */
export interface ImportRefusal extends Bilingual {
  readonly code: string
  readonly line?: number
}

/** Below this share of known vehicles the file is probably another fleet's. */
const OVERLAP_SHARE_MIN = 0.5

/** A few vehicles change their fleet, even if it has no more; a whole branch seldom does. */
const TAKEN_VEHICLES_MIN = 5

export const UPLOAD_LOST: ImportRefusal = {
  code: 'F-UPLOAD-LOST',
  pt: 'O arquivo recebido não está neste computador; envie a planilha de novo.',
  en: 'The received file is not on this machine; upload the spreadsheet again.',
}

export function asImportRefusal({ refused }: Refused): ImportRefusal {
  const { code, line, message } = refused
  return { code, ...(line === undefined ? {} : { line }), ...message }
}

interface Taken {
  readonly count: number
  readonly current: number
}

/** `shared`: how many of the fleet's `current` vehicles the file names. */
export function anotherFleet(overlap: {
  readonly shared: number
  readonly current: number
  readonly rejected: number
  /** The line of the first rejected row. */
  readonly line: number
  /** Of each other fleet: how many of its `current` vehicles the file takes. */
  readonly taken: readonly Taken[]
}): ImportRefusal | undefined {
  const { shared, current, rejected, line, taken } = overlap
  const most = mostOf(taken)
  if (most !== undefined) return mostOfAnother(most)
  if (current === 0 || shared / current >= OVERLAP_SHARE_MIN) return undefined
  const more =
    rejected === 0
      ? { pt: '', en: '' }
      : {
          pt: `Linhas recusadas: ${rejected}, a primeira na linha ${line}; corrija antes o que couber. `,
          en: `Refused rows: ${rejected}, the first on line ${line}; correct first what you can. `,
        }
  return {
    code: 'F-OVERLAP',
    pt:
      `O arquivo tem só ${shared} dos ${current} veículos da frota. ${more.pt}Se é outra frota, dê um nome ` +
      'com --fleet; se a frota mudou mesmo, repita com --other-fleet.',
    en:
      `The file names only ${shared} of the fleet's ${current} vehicles. ${more.en}If it is another fleet, ` +
      'name it with --fleet; if the fleet really changed, repeat with --other-fleet.',
  }
}

/** The first fleet of which a file takes so much that a person must confirm it. */
export function mostOf(taken: readonly Taken[]): Taken | undefined {
  return taken.find(
    ({ count, current }) => count >= TAKEN_VEHICLES_MIN && count > current * OVERLAP_SHARE_MIN,
  )
}

/** The other fleet is not named: who sends the file may not be allowed to see it. */
function mostOfAnother(of: Taken): ImportRefusal {
  return {
    code: 'F-OVERLAP',
    pt:
      `O arquivo tiraria de outra frota ${of.count} dos seus ${of.current} veículos. Se é a planilha ` +
      'dela, dê um nome com --fleet; se a frota mudou mesmo, repita com --other-fleet.',
    en:
      `The file would take from another fleet ${of.count} of its ${of.current} vehicles. If it is that ` +
      "fleet's file, name it with --fleet; if the fleet really changed, repeat with --other-fleet.",
  }
}

/** `seen`: the fleets of who sends the file; null: all. The other fleet's name is not theirs to read. */
export function takenUnseen(
  moved: readonly MovedVehicles[],
  seen: readonly string[] | null,
): ImportRefusal | undefined {
  const taken = moved.filter(({ fleet }) => seen?.includes(fleet) === false)
  if (taken.length === 0) return undefined
  const count = taken.reduce((sum, each) => sum + each.count, 0)
  const plates = shownPlates({ count, examples: taken.flatMap(({ examples }) => examples) })
  const [pt, en] =
    count === 1
      ? [
          `1 veículo da planilha (${plates}) é de outra frota, que você não vê. Tire-o dela`,
          `1 vehicle of the file (${plates}) is of another fleet, which you may not see. Take it out`,
        ]
      : [
          `${count} veículos da planilha (${plates}) são de outra frota, que você não vê. Tire-os dela`,
          `${count} vehicles of the file (${plates}) are of another fleet, which you may not see. ` +
            'Take them out',
        ]
  return {
    code: 'F-MOVED',
    pt: `${pt}, ou peça a quem trabalha para as duas frotas que a inicie.`,
    en: `${en}, or ask somebody who works for both fleets to start it.`,
  }
}

/** Whatever --other-fleet says: deactivating most of a fleet is a mistake far more often than a wish. */
export function tooManyToRemove(overlap: {
  readonly registered: number
  readonly removable: number
}): ImportRefusal | undefined {
  const { registered, removable } = overlap
  if (removable === 0 || removable <= registered * (1 - OVERLAP_SHARE_MIN)) return undefined
  return {
    code: 'F-DEACTIVATE',
    pt:
      `Com --deactivate-missing o arquivo desativaria ${removable} dos ${registered} veículos da ` +
      'frota no serviço, mais da metade. Importe sem essa opção, e desative um a um com: ' +
      'frota vehicle remove PLACA',
    en:
      `With --deactivate-missing the file would deactivate ${removable} of the fleet's ` +
      `${registered} vehicles at the service, more than half. Import it without that option, ` +
      'and deactivate one by one with: frota vehicle remove PLATE',
  }
}

const HELD: Readonly<Record<RemovalsHeld['why'], (held: RemovalsHeld) => [string, string]>> = {
  rejected: ({ count }) => [
    count === 1
      ? '1 linha recusada pode ser de um dos que faltam. Corrija-a'
      : `${count} linhas recusadas podem ser dos que faltam. Corrija-as`,
    count === 1
      ? '1 refused row may be of one that is missing. Fix it'
      : `${count} refused rows may be of those that are missing. Fix them`,
  ],
  footer: ({ count, line = 0 }) => [
    count === 1
      ? `a linha ${line} foi pulada e tem algo parecido com uma placa. Corrija-a ou apague-a`
      : `${count} linhas foram puladas e têm algo parecido com uma placa, a primeira na linha ` +
        `${line}. Corrija-as ou apague-as`,
    count === 1
      ? `line ${line} was skipped and has something like a plate. Fix or delete it`
      : `${count} lines were skipped and have something like a plate, the first is line ${line}. ` +
        'Fix or delete them',
  ],
  named: ({ count, line = 0, sheet, plate = '' }) => {
    const aba = sheet === undefined ? '' : ` da aba "${sheet}" (ponha-a em outro arquivo)`
    const tab = sheet === undefined ? '' : ` of the sheet "${sheet}" (put it into another file)`
    return count === 1
      ? [
          `o que falta (${plate}) ainda aparece na planilha, na linha ${line}${aba}. Corrija a ` +
            'linha, ou tire dela a placa e o RENAVAM',
          `the missing one (${plate}) still stands in the file, in line ${line}${tab}. Fix the ` +
            'line, or take its plate and RENAVAM out',
        ]
      : [
          `${count} dos que faltam ainda aparecem na planilha, o primeiro (${plate}) na linha ` +
            `${line}${aba}. Corrija as linhas, ou tire delas as placas e os RENAVAM`,
          `${count} of the missing ones still stand in the file, the first (${plate}) in line ` +
            `${line}${tab}. Fix the lines, or take their plates and RENAVAMs out`,
        ]
  },
}

/** What keeps missing vehicles from being removed, and its cure, without a full stop. */
export function heldWhy(held: RemovalsHeld): Bilingual {
  const [pt, en] = HELD[held.why](held)
  return { pt, en }
}

/** A file that gives no vehicle at all would take every vehicle out of the fleet. */
export async function noVehicle(judged: JudgedFile): Promise<ImportRefusal | undefined> {
  const { counts } = judged
  if (counts.accepted + counts.repaired > 0) return undefined
  const code = 'F-NO-VEHICLE'
  const first = await firstRejected(judged)
  if (first === undefined) {
    return {
      code,
      pt: 'O arquivo tem cabeçalho e nenhum veículo. Preencha um veículo por linha.',
      en: 'The file has a header and no vehicle. Fill in one vehicle per line.',
    }
  }
  const { line, issue } = first
  const memory = rememberedColumns(judged)
  return {
    code,
    line,
    pt:
      `Nenhuma das ${counts.rejected} linhas de veículo pode ser usada. A primeira, na linha ` +
      `${line}: ${explainIssue(issue, 'pt-BR')} ${memory.pt}Veja todas com: frota check ARQUIVO`,
    en:
      `None of the ${counts.rejected} vehicle rows can be used. The first, on line ${line}: ` +
      `${explainIssue(issue, 'en')} ${memory.en}See all with: frota check FILE`,
  }
}

/** What an earlier file taught may be what is wrong with this one. */
function rememberedColumns({ understood }: JudgedFile): Bilingual {
  const used = understood.warnings.find(({ code }) => code === 'W-MAP')
  if (used === undefined) return { pt: '', en: '' }
  const { pt, en } = explainWarning(used)
  return { pt: `${pt} `, en: `${en} ` }
}

async function firstRejected(judged: JudgedFile) {
  for await (const batch of judged.rows) {
    for (const { verdict, line, issues } of batch) {
      const issue = issues.find(({ code }) => code.startsWith('R-'))
      if (verdict === 'rejected' && issue !== undefined) return { line, issue }
    }
  }
  return undefined
}
