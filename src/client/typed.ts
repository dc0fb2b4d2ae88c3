/**
 * Where a body that was checked against its operation's schema gets that operation's type.
 * TypeScript cannot follow a schema that is looked up by name.
 */
import type { OperationId, SuccessBody } from '../contract/call.ts'
import type { CallResult } from './answer.ts'
import type { ItemOf, ListId, ReadId } from './client.ts'

export function resultOf<Id extends OperationId>(
  _id: Id,
  checked: CallResult<unknown>,
): CallResult<SuccessBody<Id>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It was checked.
  return checked as CallResult<SuccessBody<Id>>
}

export function bodyOf<Id extends ReadId>(_id: Id, checked: unknown): SuccessBody<Id> | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It was checked.
  return checked as SuccessBody<Id> | null
}

export function pageOf<Id extends ListId>(
  _id: Id,
  checked: unknown,
): { readonly next: string | null; readonly results: ItemOf<Id>[] } | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It was checked.
  return checked as { next: string | null; results: ItemOf<Id>[] } | null
}
