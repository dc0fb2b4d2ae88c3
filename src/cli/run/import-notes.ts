/** Pure. What an applied file changes beside its rows, in sentences for people. */
import type { Import } from '../../ledger/imports.ts'
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
    mendsOverwritten = 0,
    removalsAsked = 0,
    removalsUnasked = 0,
  } = notes ?? {}
  const lines = rememberedNotes(understood, say)
  if (vehiclesMissing > 0) {
    lines.push(
      say(
        `${vehiclesMissing} veículo(s) não estão mais na planilha e saem do plano.`,
        `${vehiclesMissing} vehicle(s) are not in the file any more and leave the plan.`,
      ),
    )
  }
  if (removalsAsked > 0) {
    lines.push(
      say(
        `${removalsAsked} veículo(s) fora da planilha são desativados no serviço agora ` +
          '(--deactivate-missing); os que têm pedido ou pagamento em aberto esperam.',
        `${removalsAsked} vehicle(s) that the file does not name are deactivated at the service ` +
          'now (--deactivate-missing); those with an open order or payment wait.',
      ),
    )
  }
  if (removalsUnasked > 0) {
    lines.push(
      say(
        `Nenhum veículo foi desativado: ${removalsUnasked} linha(s) recusadas podem ser dos que ` +
          'faltam. Corrija-as e envie a planilha de novo com --deactivate-missing.',
        `No vehicle was deactivated: ${removalsUnasked} refused row(s) may be of those that are ` +
          'missing. Mend them and send the file again with --deactivate-missing.',
      ),
    )
  }
  if (ownersDiffer > 0) {
    lines.push(
      say(
        `${ownersDiffer} veículo(s) têm outro proprietário na planilha, e o serviço continua com ` +
          'o anterior. Se a troca está certa, repita com --update-owners.',
        `${ownersDiffer} vehicle(s) have another owner in the file, and the service keeps the ` +
          'one before. If the change is right, repeat with --update-owners.',
      ),
    )
  }
  if (mendsOverwritten > 0) {
    lines.push(
      say(
        `${mendsOverwritten} valor(es) corrigidos à mão foram trocados pelos da planilha; ` +
          'frota vehicle show PLACA mostra o histórico.',
        `${mendsOverwritten} value(s) that were mended by hand were overwritten by the file; ` +
          'frota vehicle show PLATE has the history.',
      ),
    )
  }
  return lines
}

/** What an earlier file taught about this one is never used in silence. */
function rememberedNotes(understood: object | null, say: Output['say']): string[] {
  const { warnings = [] } = (understood ?? {}) as Partial<Pick<Understood, 'warnings'>>
  return warnings
    .filter(({ code }) => code === 'W-MAP' || code === 'W-MAP-UNUSED')
    .map((warning) => {
      const { pt, en } = explainWarning(warning)
      return say(pt, en)
    })
}
