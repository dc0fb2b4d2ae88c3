/** Names this start of this machine, so that readings of its uptime can be compared later. */
import { readFile } from 'node:fs/promises'

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/** Absent where the system does not say; then only a process that runs sees a clock step. */
export async function machineStart(): Promise<string | undefined> {
  try {
    return (await readFile(BOOT_ID, 'utf8')).trim()
  } catch {
    return undefined
  }
}
