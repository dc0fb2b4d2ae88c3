/**
 * The one secret of an installation: a file of 32 random bytes, made at the first start, from which
 * every key is derived. It seals documents in the ledger, indexes them blindly, and makes the
 * embedded service's credential, so that quota slots survive a restart.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { errorCode } from './directory-failure.ts'
import { Failure } from './failure.ts'
import type { Random } from './random.ts'

const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Names the layout of the file and, as HKDF's salt, of everything derived from it. */
const LAYOUT = 'frota-secret-1'
const SEAL_LAYOUT = 1
const LAYOUT_BYTE = Buffer.of(SEAL_LAYOUT)
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Lengths in base 62 of the key's 32 bytes and of its 4-byte checksum. */
const KEY_CHARACTERS = 43
const CHECK_CHARACTERS = 6

export interface Secret {
  /**
   * AES-256-GCM under a fresh nonce. `context` names the field and its row (`vehicle.owner/<id>`):
   * opened under another context it fails, so sealed values cannot be swapped between rows.
   */
  seal(plain: string, context: string): Uint8Array
  /** Throws a Failure when the bytes were made by another secret, for another context, or changed. */
  open(sealed: Uint8Array, context: string): string
  sealBytes(plain: Uint8Array, context: string): Uint8Array
  openBytes(sealed: Uint8Array, context: string): Uint8Array
  /** Equal values have equal indexes, meaningless without the secret; hex, 64 characters. */
  blindIndex(value: string): string
  /** The credential that the runner and its embedded service share. */
  readonly embedded: { readonly apiKey: string; readonly accountId: string }
  /** For the service's HMAC over API keys. */
  readonly keyPepper: Uint8Array
}

/** Context for sealing an owner's document: the vehicle's identity, known before its row exists. */
export function ownerContext(accountId: string, renavam: string): string {
  return `vehicle.owner/${accountId}/${renavam}`
}

/**
 * Reads the secret, or makes it with mode 0600 when there is none and nothing was sealed with one.
 * Throws a Failure when it is missing, when others may read it, when it is not a secret file, or
 * when it cannot be written.
 */
export async function openSecret(
  path: string,
  random: Random,
  isFirstStart: () => Promise<boolean>,
): Promise<Secret> {
  const kept = await readSecret(path)
  if (kept === null && !(await isFirstStart())) throw missing(path)
  return deriveSecret(kept ?? (await createSecret(path, random)), random)
}

/** Tells two secrets apart and nothing else: ledgers and backups keep it to recognize theirs. */
export function secretMark(secret: Pick<Secret, 'blindIndex'>): string {
  return secret.blindIndex('frota installation')
}

/** Pure but for the nonces: every key of an installation from its 32 bytes (HKDF, RFC 5869). */
export function deriveSecret(bytes: Uint8Array, random: Random): Secret {
  const derive = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, LAYOUT, purpose, length))
  const sealKey = createSecretKey(derive('seal', 32))
  const indexKey = createSecretKey(derive('blind-index', 32))
  return {
    seal: (plain, context) => sealWith(sealKey, random.bytes(NONCE_BYTES), plain, context),
    open: (sealed, context) => openWith(sealKey, sealed, context).toString(),
    sealBytes: (plain, context) => sealWith(sealKey, random.bytes(NONCE_BYTES), plain, context),
    openBytes: (sealed, context) => openWith(sealKey, sealed, context),
    blindIndex: (value) => createHmac('sha256', indexKey).update(value).digest('hex'),
    embedded: {
      apiKey: apiKeyOf(derive('embedded-api-key', 32)),
      accountId: uuidOf(derive('embedded-account', 16)),
    },
    keyPepper: derive('key-pepper', 32),
  }
}

function sealWith(key: KeyObject, nonce: Uint8Array, plain: string | Uint8Array, context: string) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  // In GCM final() returns no bytes, but the tag exists only after it.
  cipher.final()
  return Buffer.concat([LAYOUT_BYTE, nonce, cipher.getAuthTag(), text])
}

function openWith(key: KeyObject, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed)
  const textAt = 1 + NONCE_BYTES + TAG_BYTES
  try {
    if (bytes[0] !== SEAL_LAYOUT || bytes.length < textAt) throw new Error('not a sealed value')
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, textAt))
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()])
  } catch (cause) {
    throw new Failure(
      'configuration',
      {
        pt:
          'Um valor selado do livro-razão não abre com este arquivo de segredos. ' +
          'Restaure o FROTA_SECRET_FILE que estava em uso quando a frota foi importada.',
        en:
          'A sealed value of the ledger does not open with this secret file. ' +
          'Restore the FROTA_SECRET_FILE that was used when the fleet was imported.',
      },
      { cause },
    )
  }
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  let text: string
  try {
    const found = await stat(path)
    if (process.platform !== 'win32' && found.isFile() && (found.mode & 0o007) !== 0) {
      throw new Failure('configuration', {
        pt:
          `O arquivo de segredos ${path} pode ser lido ou alterado por qualquer usuário desta ` +
          `máquina. Retire essa permissão com: chmod 600 ${path}`,
        en:
          `The secret file ${path} may be read or changed by every user of this machine. ` +
          `Take that away with: chmod 600 ${path}`,
      })
    }
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return null
    if (cause instanceof Failure) throw cause
    const code = errorCode(cause)
    throw new Failure(
      'configuration',
      {
        pt: `O arquivo de segredos ${path} não pode ser lido (${code}). Dê a este usuário o arquivo que estava em uso (chown), ou aponte FROTA_SECRET_FILE para ele.`,
        en: `The secret file ${path} cannot be read (${code}). Give this user the file that was in use (chown), or point FROTA_SECRET_FILE to it.`,
      },
      { cause },
    )
  }
  const [layout, encoded] = text.trim().split(':')
  const bytes = Buffer.from(encoded ?? '', 'base64url')
  if (layout !== LAYOUT || bytes.length !== SECRET_BYTES) throw notOurs(path)
  return bytes
}

/** Two first starts at once must end with one secret: the file appears whole, by a hard link. */
async function createSecret(path: string, random: Random): Promise<Uint8Array> {
  const bytes = random.bytes(SECRET_BYTES)
  const draft = `${path}.${Buffer.from(random.bytes(6)).toString('hex')}.new`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${LAYOUT}:${Buffer.from(bytes).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path)
    return bytes
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') {
      const theirs = await readSecret(path)
      if (theirs !== null) return theirs
    }
    const code = errorCode(cause)
    throw new Failure(
      'directory-unwritable',
      {
        pt:
          `O arquivo de segredos ${path} não pode ser criado (${code}). ` +
          'Permita gravar no diretório dele ou aponte FROTA_SECRET_FILE para outro lugar.',
        en:
          `The secret file ${path} cannot be made (${code}). ` +
          'Make its directory writable, or set FROTA_SECRET_FILE to a place that is.',
      },
      { cause },
    )
  } finally {
    await rm(draft, { force: true })
  }
}

function missing(path: string): Failure {
  return new Failure('configuration', {
    pt:
      `O arquivo de segredos ${path} não existe, e esta instalação já o usou. Restaure-o de uma ` +
      'cópia ou copie o da primeira máquina, ou aponte FROTA_SECRET_FILE para ele; com outro, os ' +
      'documentos ficariam selados.',
    en:
      `The secret file ${path} is not there, and this installation has used it. Restore it from ` +
      'a backup or copy it from the first machine, or set FROTA_SECRET_FILE to it; with another ' +
      'the documents would stay sealed.',
  })
}

function notOurs(path: string): Failure {
  return new Failure('configuration', {
    pt:
      `O arquivo de segredos ${path} não é um arquivo de segredos do frota. ` +
      'Restaure-o de uma cópia; sem ele os documentos do livro-razão ficam selados.',
    en:
      `The secret file ${path} is not a secret file of frota. ` +
      'Restore it from a backup; without it the documents in the ledger stay sealed.',
  })
}

/** `svc_live_`, 43 random characters and a checksum that catches a mistyped key. */
function apiKeyOf(bytes: Buffer): string {
  const stem = `svc_live_${base62(bytes, KEY_CHARACTERS)}`
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(stem))
  return `${stem}${base62(check, CHECK_CHARACTERS)}`
}

function base62(bytes: Buffer, characters: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let index = 0; index < characters; index += 1) {
    text = (BASE62[Number(rest % 62n)] ?? '') + text
    rest /= 62n
  }
  return text
}

/** Sixteen bytes in the form of a version 4 UUID. */
function uuidOf(bytes: Buffer): string {
  const drawn = Buffer.from(bytes)
  drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40
  drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80
  return drawn.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
