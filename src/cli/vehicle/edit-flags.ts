/** Pure. The corrections given on the command line, validated like a file's values. */
import { nameGiven, plateGiven, ufGiven } from '../../app/vehicles/given-values.ts'
import type { Flags } from '../../config.ts'

/** Throws `usage` that names the flag and its cure. An empty nickname or cost centre clears it. */
export function editFlags(flags: Flags) {
  const { plate, uf, nickname, 'cost-centre': costCentre } = flags
  return {
    ...(typeof plate === 'string' ? { plate: plateGiven('--plate', plate) } : {}),
    ...(typeof uf === 'string' ? { uf: ufGiven('--uf', uf) } : {}),
    ...(typeof nickname === 'string' ? { nickname: nameGiven('--nickname', nickname) } : {}),
    ...(typeof costCentre === 'string'
      ? { costCentre: nameGiven('--cost-centre', costCentre) }
      : {}),
  }
}
