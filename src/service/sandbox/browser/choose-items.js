/** Pure. Which debts may be chosen, and which go together because one depends on another. */

/**
 * @typedef {import('../../../contract/debt-item.ts').DebtItem} DebtItem
 * @typedef {'unpayable' | 'blocked'} Hindrance
 */

/**
 * Why an item cannot be chosen; null when it can. A partner that the answer does not hold was
 * settled before, so it is no hindrance.
 * @param {DebtItem} item
 * @param {readonly DebtItem[]} items
 * @returns {Hindrance | null}
 */
export function hindrance(item, items) {
  if (!item.is_payable) return 'unpayable'
  return partners(item, items).every((each) => each.is_payable) ? null : 'blocked'
}

/**
 * The choice after one item was ticked or unticked, with whoever depends on it.
 * @param {ReadonlySet<string>} chosen
 * @param {DebtItem} item
 * @param {boolean} ticked
 * @param {readonly DebtItem[]} items
 * @returns {Set<string>}
 */
export function choose(chosen, item, ticked, items) {
  if (ticked) {
    if (hindrance(item, items) !== null) return new Set(chosen)
    return new Set([...chosen, item.id, ...partners(item, items).map(({ id }) => id)])
  }
  const gone = items.filter(
    (each) => each.id === item.id || partners(each, items).some(({ id }) => id === item.id),
  )
  return new Set(chosen).difference(new Set(gone.map(({ id }) => id)))
}

/**
 * Everything that can be paid, but for instalments of IPVA beside their own single payment, unless
 * another item depends on one.
 * @param {readonly DebtItem[]} items
 * @returns {Set<string>}
 */
export function chooseAll(items) {
  const free = items.filter((item) => hindrance(item, items) === null)
  const single = new Set(free.filter(({ kind }) => kind === 'ipva_unique').map(({ year }) => year))
  const wanted = free.filter(({ kind, year }) => kind !== 'ipva_installment' || !single.has(year))
  return new Set(wanted.flatMap((item) => [item, ...partners(item, items)]).map(({ id }) => id))
}

/**
 * Years whose single payment and instalments of IPVA are both chosen, which nobody should pay.
 * @param {ReadonlySet<string>} chosen
 * @param {readonly DebtItem[]} items
 * @returns {DebtItem['year'][]}
 */
export function paidTwice(chosen, items) {
  const yearsOf = (/** @type {string} */ kind) =>
    new Set(
      items.filter((item) => item.kind === kind && chosen.has(item.id)).map(({ year }) => year),
    )
  return [...yearsOf('ipva_unique').intersection(yearsOf('ipva_installment'))]
}

/**
 * Everything that an item depends on, however far; a circle ends.
 * @param {DebtItem} item
 * @param {readonly DebtItem[]} items
 * @returns {DebtItem[]}
 */
function partners(item, items) {
  /** @type {DebtItem[]} */
  const found = []
  let next = partnerOf(item, items)
  while (next !== undefined && next !== item && !found.includes(next)) {
    found.push(next)
    next = partnerOf(next, items)
  }
  return found
}

/**
 * @param {DebtItem} item
 * @param {readonly DebtItem[]} items
 */
function partnerOf(item, items) {
  return items.find(({ id }) => id === item.depends_on)
}
