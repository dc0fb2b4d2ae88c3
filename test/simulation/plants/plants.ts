/** Every planted bug; docs/simulation.md lists them. */
import { decidingPlants } from './deciding.ts'
import { lookingPlants } from './looking.ts'
import type { Plant } from './plant.ts'
import { sendingPlants } from './sending.ts'

export const plants: readonly Plant[] = [...sendingPlants, ...lookingPlants, ...decidingPlants]
