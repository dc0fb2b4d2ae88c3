/** The owner's document that a person gives: on the command line, in a file, or at the keyboard. */
import { readFile } from 'node:fs/promises'
import { Failure } from '../../failure.ts'
import { parseDocument } from '../../fleet/document.ts'
import type { CommandContext } from '../context.ts'
import { askSecret, isAttended } from './ask-secret.ts'
import { unreadableFile } from '../../unreadable-file.ts'

/** A document with its punctuation, and a line end; a longer file is something else. */
const DOCUMENT_BYTES_MAX = 100

/** Without punctuation; undefined when none was given. Throws `usage`, never with the document. */
export async function ownerGiven(
  context: Pick<CommandContext, 'flags' | 'stop' | 'output'>,
): Promise<string | undefined> {
  const { 'owner-document': typed, 'owner-file': path, 'ask-owner': ask } = context.flags
  const ways = [typeof typed === 'string', typeof path === 'string', ask === true]
  if (ways.filter(Boolean).length > 1) throw new Failure('usage', ONE_WAY_ONLY)
  if (typeof typed === 'string') return documentOf(typed)
  if (typeof path === 'string') return documentOf(await documentIn(path))
  return ask === true ? documentOf(await asked(context)) : undefined
}

async function documentIn(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadableFile('usage', `--owner-file: ${path}`, cause)
  })
  return bytes.length > DOCUMENT_BYTES_MAX ? '' : bytes.toString('utf8').trim()
}

async function asked({ stop, output }: Pick<CommandContext, 'stop' | 'output'>): Promise<string> {
  const streams = { input: process.stdin, output: process.stderr }
  if (!isAttended(streams)) {
    throw new Failure('usage', {
      pt: '--ask-owner precisa de uma pessoa num terminal; sem ela, use --owner-file.',
      en: '--ask-owner needs a person at a terminal; without one, use --owner-file.',
    })
  }
  const question = output.say('CPF ou CNPJ do dono: ', "The owner's CPF or CNPJ: ")
  return askSecret(streams, question, stop)
}

function documentOf(text: string): string {
  const document = parseDocument(text)
  if (document.ok) return document.value.document
  throw new Failure('usage', {
    pt: 'O CPF ou CNPJ do dono não é válido: confira os dígitos (11 de um CPF, 14 de um CNPJ).',
    en: "The owner's CPF or CNPJ is not valid: check its digits (11 of a CPF, 14 of a CNPJ).",
  })
}

const ONE_WAY_ONLY = {
  pt: 'Dê o dono de um só modo: --owner-document, --owner-file ou --ask-owner.',
  en: 'Give the owner one way only: --owner-document, --owner-file or --ask-owner.',
}
