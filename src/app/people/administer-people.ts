/** Adds people, and gives a new link to whoever lost their password; links are shown once. */
import type { Administering, Member, NewMember, PeopleStore } from '../../ledger/people/people.ts'
import type { Random } from '../../random.ts'
import { newToken, tokenHash } from './token.ts'

/** A link that nobody opened within two days is asked for again. */
const LINK_KEPT_MS = 48 * 3_600_000

export interface GivenLink {
  /** The last part of the link's address; only the person may see it. */
  readonly token: string
  readonly until: Date
}

/** Undefined when somebody has that name already. */
export async function addPerson(
  { people, random }: { people: Pick<PeopleStore, 'add'>; random: Random },
  person: Omit<NewMember, 'id' | 'link'>,
  by: Administering,
): Promise<GivenLink | undefined> {
  const { given, link } = newLink(random, by.at)
  const added = await people.add({ ...person, id: random.uuid(), link }, by)
  return added ? given : undefined
}

/** Ends the person's sessions and their password. Undefined when the person is gone. */
export async function giveLink(
  { people, random }: { people: Pick<PeopleStore, 'giveLink'>; random: Random },
  { id }: Pick<Member, 'id'>,
  by: Administering,
): Promise<GivenLink | undefined> {
  const { given, link } = newLink(random, by.at)
  return (await people.giveLink(id, link, by)) ? given : undefined
}

function newLink(random: Random, at: Date): { given: GivenLink; link: NewMember['link'] } {
  const token = newToken(random)
  const until = new Date(at.getTime() + LINK_KEPT_MS)
  return { given: { token, until }, link: { hash: tokenHash(token), until } }
}
