/** How large uploads may be, for the form that sends them and for the sentence that refuses them. */
import { INTAKE_LIMITS } from '../../reconciliation/intake/limits.ts'

const MEGABYTE = 1024 * 1024
/** In one form, where no script sends them one by one. */
export const FILES_MAX = 10
/** All files of one form. */
export const FORM_FILES_BYTES_MAX = 2 * INTAKE_LIMITS.bytesMax
export const UPLOAD_LIMITS = {
  limit: INTAKE_LIMITS.bytesMax / MEGABYTE,
  together: FORM_FILES_BYTES_MAX / MEGABYTE,
  files: FILES_MAX,
} as const
