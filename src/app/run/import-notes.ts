/** Pure. Sentences for people about what an applied file changes beside its rows. */
import { inLocale } from '../../bilingual.ts'
import type { AppliedNotes, Import } from '../../ledger/fleets/imports.ts'
import type { NamedVehicles } from '../../ledger/vehicles/vehicle-changes.ts'
import { heldWhy } from '../../reconciliation/intake/import-refusal.ts'
import { explainWarning } from '../../reconciliation/intake/reasons/explain.ts'
import type { FileWarning, Understood } from '../../reconciliation/intake/judged.ts'
import type { Output } from '../output.ts'
import { printable } from '../printable.ts'

type NotedImport = Pick<Import, 'understood' | 'vehiclesMissing' | 'notes'>
type Say = Pick<Output, 'say' | 'locale'>

/** How a file was read where that leaves nothing out and nobody chose it: `frota check` tells. */
const QUIET: readonly FileWarning['code'][] = [
  'W-SEP',
  'W-FIXED',
  'W-ENC',
  'W-TWO-LINES',
  'W-PREAMBLE',
  'W-EXTRA',
  'W-DUP-HEADER',
]

/** None for a file that only adds vehicles, or changes nothing. */
export function importNotes(done: NotedImport, output: Say): string[] {
  const notes = changeNotes(done, output).filter((note) => note !== undefined)
  return [...fileNotes(done, output), ...notes].map(printable)
}

function changeNotes({ vehiclesMissing, notes }: NotedImport, { say, locale }: Say) {
  const nothing: Partial<AppliedNotes> = {}
  const { ownersDiffer, askedAnew, mendsOverwritten, ...more } = notes ?? nothing
  const { removalsAsked, removalsHeld, moved = [], elsewhere, kept, returning, named = {} } = more
  const ofMoved = moved.map(({ fleet, ...found }) =>
    counted(`Veículos que saem da frota ${fleet}`, `Vehicles that leave the fleet ${fleet}`, found),
  )
  return [
    ...ofMoved,
    counted(
      'Veículos que estão também em outra frota, de outra conta (não peça nem pague duas vezes)',
      'Vehicles that are in a fleet of another account, too (do not order or pay twice)',
      elsewhere,
    ),
    counted(
      'Veículos que ficam na frota como estavam, pois a linha deles foi recusada',
      'Vehicles that stay in the fleet as they were, since their row was refused',
      kept,
    ),
    counted(
      'Veículos removidos ou inativos que voltam',
      'Removed or inactive vehicles that come back',
      returning,
    ),
    counted(
      'Veículos que não estão mais na planilha e saem do plano',
      'Vehicles that are not in the file any more and leave the plan',
      named.missing ?? countOf(vehiclesMissing),
    ),
    counted(
      'Veículos fora da planilha, desativados no serviço agora (--deactivate-missing)',
      'Vehicles that the file does not name, deactivated at the service now (--deactivate-missing)',
      countOf(removalsAsked),
      'Os que têm pedido ou pagamento em aberto esperam.',
      'Those with an open order or payment wait.',
    ),
    removalsHeld ? heldNote(inLocale(heldWhy(removalsHeld), locale)) : undefined,
    counted(
      'Veículos com outro proprietário na planilha',
      'Vehicles with another owner in the file',
      named.ownersDiffer ?? countOf(ownersDiffer),
      'O serviço continua com o anterior. Se a troca está certa, repita com --update-owners.',
      'The service keeps the one before. If the change is right, repeat with --update-owners.',
    ),
    counted(
      'Veículos com outra placa ou UF na planilha',
      'Vehicles with another plate or state in the file',
      named.askedAnew ?? countOf(askedAnew),
      'As respostas e propostas de antes não valem mais, e a consulta é feita de novo.',
      'The answers and proposals of before hold no more, and the service is asked again.',
    ),
    counted(
      'Veículos com valores corrigidos à mão que a planilha trocou',
      'Vehicles with values fixed by hand that the file has overwritten',
      named.mendsOverwritten ?? countOf(mendsOverwritten),
      'frota vehicle show PLACA mostra o histórico.',
      'frota vehicle show PLATE has the history.',
    ),
  ]

  /** Undefined where there are none; plates in brackets where they are known. */
  function counted(
    pt: string,
    en: string,
    { count, examples }: NamedVehicles = countOf(0),
    ...[thenPt = '', thenEn = '']: string[]
  ): string | undefined {
    if (count === 0) return undefined
    const shown = examples.slice(0, PLATES_SHOWN_MAX)
    const left = count - shown.length
    const more = left === 0 ? '' : say(` e mais ${left}`, ` and ${left} more`)
    const plates = shown.length === 0 ? '' : ` (${shown.join(', ')}${more})`
    return `${say(pt, en)}: ${count}${plates}. ${say(thenPt, thenEn)}`.trimEnd()
  }

  function heldNote(why: string): string {
    return say(
      `Nenhum veículo foi desativado: ${why}, e envie a planilha de novo com --deactivate-missing.`,
      `No vehicle was deactivated: ${why}, and send the file again with --deactivate-missing.`,
    )
  }
}

const PLATES_SHOWN_MAX = 3

function countOf(count = 0): NamedVehicles {
  return { count, examples: [] }
}

/** What of the file was not read, or read by what was remembered or stored in it. */
function fileNotes({ understood }: NotedImport, { locale }: Say): string[] {
  const { warnings = [] } = (understood ?? {}) as Partial<Pick<Understood, 'warnings'>>
  return warnings
    .filter(({ code }) => !QUIET.includes(code))
    .map((warning) => inLocale(explainWarning(warning), locale))
}
