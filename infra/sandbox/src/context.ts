/** What every part of the sandbox is given. */
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'

export type Context = {
  journal: Journal
  faults: Faults
  now: () => Date
  log: (line: string) => void
  /** Base of the links handed out, without a slash at the end; known once the server listens. */
  publicUrl: () => string
  /** Aborted when the sandbox stops. */
  stopping: AbortSignal
}
