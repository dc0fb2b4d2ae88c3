/** How large an upload may be, for the form that sends it and for the sentence that refuses it. */
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'

const MEGABYTE = 1024 * 1024
export const UPLOAD_MEGABYTES_MAX = INTAKE_LIMITS.bytesMax / MEGABYTE
