/** Every planted bug: what it does wrong, which rules find it, and within how many seeds. */
import { decidingPlants } from './deciding.ts'
import { lookingPlants } from './looking.ts'
import type { Plant } from './plant.ts'
import { sendingPlants } from './sending.ts'

export const plants: readonly Plant[] = [...sendingPlants, ...lookingPlants, ...decidingPlants]
