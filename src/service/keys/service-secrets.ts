/**
 * The keys that the service derives from its one secret: for hashing API keys and requests, and for
 * sealing owner documents. The database never holds the secret, so a copy of it opens nothing.
 */
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

export type ServiceSecrets = ReturnType<typeof deriveSecrets>

const KEY_BYTES = 32

/** `pepper`: at least 32 random bytes, kept outside the database. */
export function deriveSecrets(pepper: string | Uint8Array) {
  const derive = (label: string): Buffer =>
    Buffer.from(hkdfSync('sha256', pepper, '', `frota service ${label}`, KEY_BYTES))
  // Of a buffer Node would make a key anew for each hash.
  const hashing = createSecretKey(derive('api keys'))
  const requests = derive('requests')
  return {
    /**
     * HMAC-SHA256 of an API key under the pepper. The key has 256 random bits, so a slow password
     * hash would add work and no security.
     */
    hashKey: (apiKey: string): Buffer => createHmac('sha256', hashing).update(apiKey).digest(),
    /** HMAC-SHA256 of what a call asked for, by which a repetition is told. */
    hashRequest: (request: string): Buffer =>
      createHmac('sha256', requests).update(request).digest(),
    documentKey: derive('owner documents'),
  }
}
