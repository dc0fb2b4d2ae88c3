import { refuse } from '../reasons/explain.ts'
import type { Refused } from '../judged.ts'
import type { IntakeLimits } from '../limits.ts'
import type { FileSource, RecordSource } from './record-source.ts'
import { surveyFile } from './survey-bytes.ts'
import { openText } from './text-records.ts'
import { isEncryptedOffice } from '../../../sheets/workbook/encrypted-office.ts'
import type { WantedSheet } from './choose-sheet.ts'
import { openWorkbookRecords } from './workbook-records.ts'

/** Opens a file by what it is, whatever it is called: a text, a workbook, or something else. */
export async function openRecords(
  source: FileSource,
  limits: IntakeLimits,
  sheet: WantedSheet,
): Promise<RecordSource | Refused> {
  const survey = await surveyFile(source(), limits)
  if ('refused' in survey) return survey
  const { binary } = survey
  if (binary === undefined) return openText(source, survey, limits)
  if (binary === 'ZIP' || binary === 'HTML') {
    return openWorkbookRecords(source, { ...survey, binary }, limits, sheet)
  }
  if (binary === 'EXCEL-XML') return refuse('F-EXCEL-XML', {})
  const isEncrypted = binary === 'XLS' && (await isEncryptedOffice(source(), limits.workbook))
  return isEncrypted ? refuse('F-ENCRYPTED', {}) : refuse('F-BINARY', { kind: binary })
}
