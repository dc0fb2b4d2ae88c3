/** The queue's one suite, on each store that this run has. */
import { storesUnderTest } from '../support/queue.ts'
import { queueConformance } from './conformance.ts'

for (const store of storesUnderTest()) queueConformance(store)
