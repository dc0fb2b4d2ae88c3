/**
 * Pure but for what it draws. The codes of a second factor: an authenticator app's (TOTP, RFC 6238:
 * SHA-1, 30 s, 6 digits), and recovery codes for who has lost the app.
 *
 * otpauth computes them: 9.5.2 of 2026-09, MIT, no install script, one dependency (@noble/hashes),
 * tested against the RFC. node:crypto has the HMAC only; base 32, the app's address and the steps
 * around now would be ours to keep.
 */
import { Secret, TOTP } from 'otpauth'

/** As long as the HMAC, which RFC 4226 recommends. */
const KEY_BYTES = 20
/** Either way: people type, and clocks differ. RFC 6238 advises no more. */
const DRIFT_STEPS = 1
const RECOVERY_CODES = 10
/** 120 bits in 24 characters: not guessed, so that a plain hash may be kept of them. */
const RECOVERY_BYTES = 15

/** In base 32, as apps take it. */
export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32
}

export function newRecoveryCodes(): string[] {
  const one = (): string => new Secret({ size: RECOVERY_BYTES }).base32
  return Array.from({ length: RECOVERY_CODES }, () => one().replace(/.{4}(?=.)/g, '$&-'))
}

/** What the picture of a key tells the app. */
export function keyAddress(key: string, name: string): string {
  return totpOf(key, name).toString()
}

/** The 30-second step that the code is of; undefined for one of no step around now. */
export function stepOf(key: string, code: string, nowMs: number): number | undefined {
  const totp = totpOf(key)
  const away = totp.validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS })
  return away === null ? undefined : totp.counter({ timestamp: nowMs }) + away
}

function totpOf(key: string, label = ''): TOTP {
  return new TOTP({ issuer: 'frota', label, secret: key })
}
