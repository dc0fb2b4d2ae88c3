/** Pure. Sentences for people about what an applied file changes beside its rows. */
import type { Import, RemovalsHeld } from '../../ledger/fleets/imports.ts'
import { shownPlates } from '../../reconciliation/intake/compare.ts'
import { heldWhy } from '../../reconciliation/intake/import-refusal.ts'
import { explainWarning } from '../../reconciliation/intake/reasons/explain.ts'
import type { Understood } from '../../reconciliation/intake/judged.ts'
import type { Output } from '../output.ts'

type NotedImport = Pick<Import, 'understood' | 'vehiclesMissing' | 'notes'>

/** None for a file that only adds vehicles, or changes nothing. */
export function importNotes(
  { understood, vehiclesMissing, notes }: NotedImport,
  say: Output['say'],
): string[] {
  const {
    ownersDiffer = 0,
    askedAnew = 0,
    mendsOverwritten = 0,
    removalsAsked = 0,
    removalsHeld = null,
    moved = [],
    kept = { count: 0, examples: [] },
  } = notes ?? {}
  const lines = rememberedNotes(understood, say)
  for (const { fleet, ...found } of moved) {
    const [n, plates] = [found.count, shownPlates(found)]
    lines.push(
      n === 1
        ? say(
            `1 veículo sai da frota ${fleet}: ${plates}.`,
            `1 vehicle leaves ${fleet}: ${plates}.`,
          )
        : say(
            `${n} veículos saem da frota ${fleet}: ${plates}.`,
            `${n} vehicles leave ${fleet}: ${plates}.`,
          ),
    )
  }
  if (kept.count > 0) {
    const [n, plates] = [kept.count, shownPlates(kept)]
    lines.push(
      n === 1
        ? say(
            `1 veículo fica na frota como estava, pois a linha dele foi recusada: ${plates}.`,
            `1 vehicle stays in the fleet as it was, since its row was refused: ${plates}.`,
          )
        : say(
            `${n} veículos ficam na frota como estavam, pois as linhas deles foram recusadas: ${plates}.`,
            `${n} vehicles stay in the fleet as they were, since their rows were refused: ${plates}.`,
          ),
    )
  }
  if (vehiclesMissing > 0) {
    lines.push(
      say(
        `Veículos que não estão mais na planilha e saem do plano: ${vehiclesMissing}.`,
        `Vehicles that are not in the file any more and leave the plan: ${vehiclesMissing}.`,
      ),
    )
  }
  if (removalsAsked > 0) {
    lines.push(
      say(
        `Veículos fora da planilha, desativados no serviço agora (--deactivate-missing): ` +
          `${removalsAsked}. Os que têm pedido ou pagamento em aberto esperam.`,
        `Vehicles that the file does not name, deactivated at the service now ` +
          `(--deactivate-missing): ${removalsAsked}. Those with an open order or payment wait.`,
      ),
    )
  }
  if (removalsHeld !== null) lines.push(heldNote(removalsHeld, say))
  if (ownersDiffer > 0) {
    lines.push(
      say(
        `Veículos com outro proprietário na planilha: ${ownersDiffer}. O serviço continua com o ` +
          'anterior. Se a troca está certa, repita com --update-owners.',
        `Vehicles with another owner in the file: ${ownersDiffer}. The service keeps the one ` +
          'before. If the change is right, repeat with --update-owners.',
      ),
    )
  }
  if (askedAnew > 0) {
    lines.push(
      say(
        `Veículos com outra placa ou UF na planilha: ${askedAnew}. As respostas e propostas de ` +
          'antes não valem mais, e a consulta é feita de novo.',
        `Vehicles with another plate or state in the file: ${askedAnew}. The answers and ` +
          'proposals of before hold no more, and the service is asked again.',
      ),
    )
  }
  if (mendsOverwritten > 0) {
    lines.push(
      say(
        `Valores corrigidos à mão que a planilha trocou: ${mendsOverwritten}; ` +
          'frota vehicle show PLACA mostra o histórico.',
        `Values fixed by hand that the file has overwritten: ${mendsOverwritten}; ` +
          'frota vehicle show PLATE has the history.',
      ),
    )
  }
  return lines
}

function heldNote(held: RemovalsHeld, say: Output['say']): string {
  const { pt, en } = heldWhy(held)
  return say(
    `Nenhum veículo foi desativado: ${pt}, e envie a planilha de novo com --deactivate-missing.`,
    `No vehicle was deactivated: ${en}, and send the file again with --deactivate-missing.`,
  )
}

/** Tells which reading options were remembered from an earlier file. */
function rememberedNotes(understood: object | null, say: Output['say']): string[] {
  const { warnings = [] } = (understood ?? {}) as Partial<Pick<Understood, 'warnings'>>
  return warnings
    .filter(({ code }) => ['W-MAP', 'W-MAP-UNUSED', 'W-GONE'].includes(code))
    .map((warning) => {
      const { pt, en } = explainWarning(warning)
      return say(pt, en)
    })
}
