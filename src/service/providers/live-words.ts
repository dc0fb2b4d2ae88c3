/** Pure. What people read of a live provider: its failures, and its texts made safe to keep. */
import { veilDocuments } from '../../fleet/veil-documents.ts'
import type { FailedLookup } from '../debt-lookup.ts'

const TEXT_CHARACTERS_MAX = 300
const CODE_CHARACTERS_MAX = 64

/** Of theirs, it names nothing here, and may be another account's. */
const FOREIGN_ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** No control characters, id or whole CPF or CNPJ, not longer than anybody reads. */
export function plainText(text: string): string {
  const printable = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(FOREIGN_ID, '…')
    .trim()
  return veilDocuments(printable.slice(0, TEXT_CHARACTERS_MAX).toWellFormed())
}

/** The provider's own failure, passed through. */
export function theirFailure(said: {
  error_code: string
  error_title: string
  error_message: string
  error_action: string
}): FailedLookup {
  const code = plainText(said.error_code).slice(0, CODE_CHARACTERS_MAX)
  return {
    state: 'failed',
    code: code === '' ? 'provider_failed' : code,
    title: plainText(said.error_title) || 'Consulta sem resposta',
    message: plainText(said.error_message) || 'O provedor não concluiu a consulta.',
    action: plainText(said.error_action) || 'Tente de novo mais tarde.',
  }
}

export const providerUnavailable: FailedLookup = {
  state: 'failed',
  code: 'provider_unavailable',
  title: 'Provedor indisponível',
  message: 'O serviço que responde às consultas não pôde ser alcançado.',
  action: 'Tente de novo mais tarde; nenhum dado precisa ser corrigido.',
}

export const answerUnusable: FailedLookup = {
  state: 'failed',
  code: 'provider_answer_unusable',
  title: 'Resposta inutilizável',
  message: 'O provedor respondeu com mais débitos do que um veículo pode ter.',
  action: 'Avise o operador do serviço.',
}

/** `detail` is not passed on: it may repeat what was sent, and a document was. */
export function registrationRefused(detail: string): FailedLookup {
  const field = /\b(plate|renavam|uf|owner_document)\b/.exec(detail)?.[1]
  const where = field === undefined ? '' : ` (campo '${field}')`
  return {
    state: 'failed',
    code: 'provider_refused_vehicle',
    title: 'Veículo recusado pelo provedor',
    message: `O provedor não aceitou os dados deste veículo${where}.`,
    action: 'Confira a placa, o Renavam, a UF e o documento do proprietário e consulte de novo.',
  }
}
