/** Pure. Makes a sentence of another service safe for logs, ledgers and screens. */
const DETAIL_CHARACTERS_MAX = 200

const KEY = /svc_live_[0-9A-Za-z_-]*/g
/** Runs of digits with the punctuation of documents and cards between them. */
const NUMBER = /[0-9](?:[0-9.\-/ ]{6,}[0-9])/g
/** An alphanumeric CNPJ, with and without punctuation. */
const CNPJ = /\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?[0-9]{2}\b/g

/** Masks API keys and anything like a document or a card number; gives one short line. */
export function redact(text: string, key = ''): string {
  const whole = key === '' ? text : text.replaceAll(key, '[key]')
  const clean = whole
    .replaceAll(KEY, '[key]')
    .replaceAll(CNPJ, '[number]')
    .replaceAll(NUMBER, '[number]')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return clean.length <= DETAIL_CHARACTERS_MAX ? clean : `${clean.slice(0, DETAIL_CHARACTERS_MAX)}…`
}
