import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../node_modules/.cache/talad-compiled')

/**
 * Lets Node keep what it makes of each source file, in this folder unless another is named, for every process that is
 * started from here on. To load a service is half the work then, and tests and proofs load hundreds.
 */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= folder
}
