/** The meaning of every error status, with example sentences; an operation may have its own. */
import { BODY_BYTES_TOLD } from './introduction.ts'
import { detail } from '../problem.ts'
import type { ResponseObject } from './document-shape.ts'

export interface ErrorReply {
  /** The name in `components.responses`. */
  readonly name: string
  readonly description: string
  /** Values of `detail`, each under the short name of its example. */
  readonly examples: Readonly<Record<string, string>>
}

/** Every status from 400 on, but for 409, which each operation words itself; a test holds it so. */
export const errorReplies: Readonly<Record<number, ErrorReply>> = {
  400: {
    name: 'BadRequest',
    description:
      'The form is wrong: a field or a parameter is missing, unknown or of the wrong type or ' +
      'length, an id is no uuid, the body is no JSON, or X-Account-Id is missing. The sentence ' +
      'names the field. Do not repeat the request as it is.',
    examples: {
      missing_field: "Campo obrigatório: 'plate'.",
      unknown_field: "Campo desconhecido: 'colour'.",
      malformed_id: "Campo 'vehicle_id': informe um uuid.",
      missing_account: detail.accountMissing,
      not_json: detail.bodyInvalid,
    },
  },
  401: {
    name: 'Unauthorized',
    description:
      'The API key is missing, malformed, revoked, or of an inactive brand, or the two key ' +
      'headers differ. All read the same.',
    examples: { invalid_key: detail.keyInvalid },
  },
  403: {
    name: 'Forbidden',
    description:
      'The account in X-Account-Id is unknown, inactive, or of another brand. All read the same.',
    examples: { account: detail.accountDenied },
  },
  404: {
    name: 'NotFound',
    description:
      'There is nothing here: the id is unknown or belongs to another account (both read the ' +
      'same), or the address does not exist.',
    examples: { unknown_id: detail.notFound, unknown_address: detail.routeMissing },
  },
  413: {
    name: 'ContentTooLarge',
    description: `The body is larger than ${BODY_BYTES_TOLD}.`,
    examples: { too_large: detail.bodyTooLarge },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not `application/json`.',
    examples: { not_json: detail.mediaTypeUnsupported },
  },
  422: {
    name: 'UnprocessableContent',
    description: 'The form is right and the content makes no sense. The sentence names the field.',
    examples: { plate: "Campo 'plate': use o formato ABC1234 ou ABC1D23." },
  },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many calls without a valid key came from this address, and this key was not accepted ' +
      'lately. Nothing was done. Wait as long as `Retry-After` says.',
    examples: { wrong_keys: detail.keyThrottled },
  },
  500: {
    name: 'InternalError',
    description:
      'A fault of the service. After a POST nobody knows whether it was done: read before you ' +
      'send it again.',
    examples: { fault: detail.internal },
  },
  503: {
    name: 'Unavailable',
    description:
      'The service or something that it needs is away for a while; `Retry-After` is there when ' +
      'it is known for how long. After a POST read before you send it again.',
    examples: { away: detail.unavailable },
  },
}

/** The response for a status; the operation's own words replace the general ones. */
export function errorResponse(
  status: number,
  own: { description?: string; examples?: Readonly<Record<string, string>> } = {},
): ResponseObject {
  const { description, examples } = { ...errorReplies[status], ...own }
  if (description === undefined || examples === undefined) {
    throw new Error(`nothing is said of the status ${status}`)
  }
  const header = RETRY_AFTER[status]
  return {
    description,
    ...(header === undefined ? {} : { headers: { 'Retry-After': { $ref: header } } }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          Object.entries(examples).map(([name, sentence]) => [
            name,
            { value: { detail: sentence } },
          ]),
        ),
      },
    },
  }
}

const RETRY_AFTER: Readonly<Record<number, string>> = {
  429: '#/components/headers/RetryAfter',
  503: '#/components/headers/RetryAfterIfKnown',
}
