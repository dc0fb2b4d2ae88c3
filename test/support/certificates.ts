/** An authority of the test's own, and what it vouches for: X.509 in DER, without a foreign program. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

const SEQUENCE = 0x30
const TIME = 0x18
const VALID = ['20200101000000Z', '20991231235959Z']
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const BASIC_CONSTRAINTS = '551d13'
const SUBJECT_ALT_NAME = '551d11'

/** Tag, length, contents. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(SEQUENCE, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Uint8Array): Buffer => der(0x03, Buffer.of(0), bytes)
const TRUE = der(0x01, Buffer.of(0xff))

function nameOf(text: string): Buffer {
  return sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(text)))))
}

interface Signing {
  readonly issuer: string
  readonly key: KeyObject
}

function certificate(
  subject: string,
  publicKey: KeyObject,
  { issuer, key }: Signing,
  extension: Buffer,
): string {
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.from(subject)),
    algorithm,
    nameOf(issuer),
    sequence(...VALID.map((time) => der(TIME, Buffer.from(time)))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const whole = sequence(signed, algorithm, bits(sign('sha256', signed, key)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export interface ServerIdentity {
  readonly key: string
  readonly cert: string
}

/** `issue`: a certificate of that IPv4 address, and its key. */
export function makeAuthority() {
  const issuer = 'frota test authority'
  const { publicKey, privateKey: key } = keys()
  const isAuthority = sequence(oid(BASIC_CONSTRAINTS), TRUE, der(0x04, sequence(TRUE)))
  return {
    cert: certificate(issuer, publicKey, { issuer, key }, isAuthority),
    issue: (address: string): ServerIdentity => {
      const own = keys()
      const names = sequence(der(0x87, Buffer.from(address.split('.').map(Number))))
      const extension = sequence(oid(SUBJECT_ALT_NAME), der(0x04, names))
      return {
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(address, own.publicKey, { issuer, key }, extension),
      }
    },
  }
}
