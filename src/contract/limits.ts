/** The bounds that the interface states (part 8) and those that ours adds, with their units. */

/** Consultation creations in an hour for one credential. */
export const CONSULTATIONS_PER_HOUR = 20
/** Order creations and card payments in an hour, counted together. */
export const ORDER_REQUESTS_PER_HOUR = 30

export const PAGE_SIZE_MAX = 100
export const PAGE_SIZE_DEFAULT = 20
/** The database reads and drops every row before an OFFSET, so a later page costs too much. */
export const PAGE_MAX = 10_000
export const QUERY_CHARACTERS_MAX = 64
export const NICKNAME_CHARACTERS_MAX = 120
export const DEBT_ITEMS_PER_ORDER_MAX = 200
export const INSTALLMENTS_MAX = 12
