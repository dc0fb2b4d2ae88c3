import { holdsIdentity } from '../../../fleet/identities-in-text.ts'
import { isUf } from '../../../fleet/uf.ts'
import { countRequiredHeaders, fieldOfHeader, REQUIRED_FIELDS } from './aliases.ts'

/** Pure. A header that fills two lines, joined cell by cell: `Cód.` above `Renavam`. */

/** Whose document it is: below or above `Motorista` a CPF is not the owner's. */
const OWNER = /propriet|titular|dono|owner|ve[ií]culo|vehicle|cadastr|dados/i

/** Whose else a document below a group's name may be. */
const OTHER_PERSON =
  /motor|condut|driver|client|customer|locat|fornec|supplier|contat|respons|segur/i

/** The joined cells; undefined where one of the rows may be a vehicle's, or names contradict. */
export function joinTwoRows(
  upper: readonly string[],
  lower: readonly string[],
): readonly string[] | undefined {
  if (!areNames(upper) || !areNames(lower)) return undefined
  const joined: string[] = []
  let group = ''
  for (let at = 0; at < Math.max(upper.length, lower.length); at++) {
    const [above, below] = [(upper[at] ?? '').trim(), (lower[at] ?? '').trim()]
    if (above !== '') group = above
    const cell = above === '' ? belowGroup(group, below) : joinCells(above, below)
    if (cell === undefined) return undefined
    joined.push(cell)
  }
  return joined
}

/** The row, with the one above it where both together name more columns. */
export function fullerHeader(
  above: readonly string[],
  cells: readonly string[],
): readonly string[] {
  const joined = joinTwoRows(above, cells) ?? cells
  const names = [above, cells].map(countRequiredHeaders)
  return countRequiredHeaders(joined) > Math.max(...names) ? joined : cells
}

/** What a row of groups says above a column; empty where the row above is a mere title. */
export function groupAbove(upper: readonly string[], column: number): string {
  const names = upper.map((cell) => cell.trim())
  if (names.filter((name) => name !== '').length < 2) return ''
  return names.slice(0, column + 1).findLast((name) => name !== '') ?? ''
}

/** Whether a row holds nothing that a vehicle's would, and at least one name. */
function areNames(row: readonly string[]): boolean {
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const isValue = (cell: string): boolean =>
    /[0-9]{3}/.test(cell) || isUf(cell.toUpperCase()) || holdsIdentity(cell)
  return filled.length > 0 && !filled.some(isValue)
}

/** Undefined where each cell names another field, or the lower one holds no name. */
function joinCells(above: string, below: string): string | undefined {
  if (below === '') return above
  const both = `${above} ${below}`
  if (isNamed(both)) return both
  if (isNamed(above) && isNamed(below)) {
    return fieldOfHeader(above) === fieldOfHeader(below) ? above : undefined
  }
  if (isNamed(above)) {
    if (namesOwner(above)) return OWNER.test(below) ? above : both
    // Below a whole name a note may stand, but `A EMPLACAR` is a vehicle's.
    const isOptional = !REQUIRED_FIELDS.some((field) => field === fieldOfHeader(above))
    return isOptional || /^[(*]/.test(below) ? above : undefined
  }
  return isNamed(below) && isOfVehicle(below, above) ? below : both
}

/** The cell above is empty: a group's name may span it, and counts where it completes a name. */
function belowGroup(group: string, below: string): string {
  if (below === '') return below
  const both = `${group} ${below}`
  if (!isNamed(below)) return isNamed(both) ? both : below
  return namesOwner(below) && OTHER_PERSON.test(group) ? both : below
}

function isNamed(header: string): boolean {
  return fieldOfHeader(header) !== undefined
}

function namesOwner(header: string): boolean {
  return fieldOfHeader(header) === 'ownerDocument'
}

function isOfVehicle(header: string, other: string): boolean {
  return !namesOwner(header) || OWNER.test(other)
}
