/**
 * Which of the configured credentials may be used now. One that the service refuses is out until
 * its key file holds another key; so is one whose file cannot be read, or holds another's key,
 * since one key under two names would get twice its quota.
 */
import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import type { NamedCredential } from '../fleets/fleets-file.ts'

/** A hash that identifies a key; never shown. */
export type KeyMark = string

export interface RoundTools {
  /** Throws a Failure that names the path. */
  readonly readKey: (credential: NamedCredential) => string
  /** Warns a person, who should act although the work goes on. */
  readonly say: (failure: Failure) => void
}

type Trouble = 'unreadable' | 'refused' | 'twice'

export class CredentialRound {
  readonly #credentials: readonly NamedCredential[]
  readonly #tools: RoundTools
  readonly #refused = new Map<string, KeyMark>()
  /** The last key read of each, for moments in which its file is being replaced. */
  readonly #last = new Map<string, KeyMark>()
  /** The last warning about each credential, so that it is given once. */
  readonly #said = new Map<string, Trouble>()

  constructor(credentials: readonly NamedCredential[], tools: RoundTools) {
    this.#credentials = credentials
    this.#tools = tools
  }

  get names(): readonly string[] {
    return this.#credentials.map(({ name }) => name)
  }

  /** In the file's order; never empty: when none is left the failure of the last one ends the run. */
  usable(): readonly string[] {
    const left = this.#left()
    return left.length > 0 ? left : this.names
  }

  isUsable(name: string): boolean {
    return this.#left().includes(name)
  }

  mark(name: string): KeyMark {
    const credential = this.#credentials.find((each) => each.name === name)
    if (credential === undefined) throw new Error('A credential that nobody configured.')
    return this.#markOf(credential) ?? this.#last.get(name) ?? ''
  }

  /**
   * Call it when the service refused a request with the marked key. Returns the Failure to throw:
   * one to retry while other credentials are left, and one that ends the run when none is.
   */
  refused(name: string, key: KeyMark, failure: Failure): Failure {
    this.#refused.set(name, key)
    const left = this.#left().length
    if (left > 0) return passing(name)
    return noneLeft(this.#credentials, name, failure)
  }

  #left(): string[] {
    const taken = new Map<KeyMark, string>()
    const left: string[] = []
    for (const credential of this.#credentials) {
      const { name } = credential
      const key = this.#markOf(credential)
      if (key === undefined) {
        this.#say(credential, 'unreadable')
        continue
      }
      const twin = taken.get(key)
      if (this.#refused.get(name) === key) this.#say(credential, 'refused')
      else if (twin !== undefined) this.#say(credential, 'twice', twin)
      else left.push(name)
      if (twin === undefined) taken.set(key, name)
    }
    for (const name of left) this.#said.delete(name)
    return left
  }

  #markOf(credential: NamedCredential): KeyMark | undefined {
    try {
      const mark = markOf(this.#tools.readKey(credential))
      this.#last.set(credential.name, mark)
      return mark
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  #say(credential: NamedCredential, trouble: Trouble, twin = ''): void {
    if (this.#said.get(credential.name) === trouble) return
    this.#said.set(credential.name, trouble)
    this.#tools.say(out(credential, trouble, twin))
  }
}

/** Two names with one key would break the limit. Throws `configuration`. */
export function refuseTwins(
  credentials: readonly NamedCredential[],
  keyOf: (credential: NamedCredential) => string | undefined,
): void {
  const taken = new Map<KeyMark, string>()
  for (const credential of credentials) {
    const text = keyOf(credential)
    if (text === undefined) continue
    const key = markOf(text)
    const twin = taken.get(key)
    if (twin !== undefined) throw out(credential, 'twice', twin)
    taken.set(key, credential.name)
  }
}

function markOf(key: string): KeyMark {
  return createHash('sha256').update(key).digest('hex')
}

function out({ name, keyFile }: NamedCredential, trouble: Trouble, twin: string): Failure {
  const words = {
    refused: {
      pt: 'o serviço recusa a chave ou a conta dela',
      en: 'the service refuses its key or its account',
    },
    unreadable: {
      pt: 'o arquivo dela não pode ser lido ou está vazio',
      en: 'its file cannot be read, or is empty',
    },
    twice: {
      pt: `tem a mesma chave que "${twin}", e uma chave sob dois nomes passaria do limite`,
      en: `it has the same key as "${twin}", and one key under two names would break the limit`,
    },
  }[trouble]
  return new Failure('configuration', {
    pt: `Credencial "${name}" fora do rodízio: ${words.pt}. Ponha em ${keyFile} uma chave válida só dela.`,
    en: `Credential "${name}" is out of the round: ${words.en}. Put a valid key of its own into ${keyFile}.`,
  })
}

/** A failure to retry: another credential does the work. */
function passing(name: string): Failure {
  return new Failure('service-refused', {
    pt: `O serviço recusou a credencial "${name}"; as outras continuam.`,
    en: `The service refused the credential "${name}"; the others go on.`,
  })
}

function noneLeft(
  credentials: readonly NamedCredential[],
  name: string,
  failure: Failure,
): Failure {
  const files = credentials.map(({ keyFile }) => keyFile).join(', ')
  return new Failure(
    failure.code,
    {
      pt:
        `Nenhuma credencial de FROTA_FLEETS_FILE serve mais; a última foi "${name}": o serviço ` +
        `recusa a chave ou a conta. Ponha chaves válidas em: ${files}`,
      en:
        `No credential of FROTA_FLEETS_FILE is usable any more; the last was "${name}": the ` +
        `service refuses its key or account. Put valid keys into: ${files}`,
    },
    { cause: failure },
  )
}
