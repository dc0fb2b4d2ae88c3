/** Owner documents at rest: AES-256-GCM with a fresh nonce, bound to the vehicle they belong to. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../../random.ts'
import type { ServiceSecrets } from './service-secrets.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Nonce, tag and cipher text in this order. */
export function sealDocument(
  secrets: ServiceSecrets,
  random: Random,
  vehicleId: string,
  document: string,
): Buffer {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secrets.documentKey, nonce)
  cipher.setAAD(Buffer.from(vehicleId))
  const sealed = Buffer.concat([cipher.update(document, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Only a live lookup needs the clear document. Throws when the bytes were changed or moved. */
export function openDocument(
  secrets: ServiceSecrets,
  vehicleId: string,
  sealed: Uint8Array,
): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', secrets.documentKey, nonce)
  decipher.setAAD(Buffer.from(vehicleId))
  decipher.setAuthTag(tag)
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
