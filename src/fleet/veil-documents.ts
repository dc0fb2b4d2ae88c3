/**
 * Free text from sheets and services may name a person's CPF or CNPJ; whoever reads a report gets
 * the mask. Only numbers with valid check digits are hidden, so that other numbers stay readable.
 */
import { isCnpj, isCpf, maskDocument, stripDocument } from './document.ts'

const CPF = String.raw`\d{3}\.?\d{3}\.?\d{3}-?\d{2}`
const CNPJ = String.raw`[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}`
const CANDIDATE = new RegExp(String.raw`\b(?:${CPF}|${CNPJ})\b`, 'gi')

export function veilDocuments(text: string): string {
  // Most texts hold no long number at all, and a report has millions of them.
  if (!/\d{2}/.test(text)) return text
  return text.replace(CANDIDATE, (found) => {
    const bare = stripDocument(found)
    return isCpf(bare) || isCnpj(bare) ? maskDocument(bare) : found
  })
}
