import type { Run } from '@talad/dev/run-file'
import { type Call, type Person, signIn } from '@talad/dev/seed/site'
import { onceKnown, patientCall } from '../crowd/patient.ts'
import { insist } from './insist.ts'

/** The demonstration's admin who may do everything. */
const CHIEF = 'demo-prapha'
/** A sign-in counts as fresh for ten minutes (AW-14). */
const FRESH_MS = 5 * 60_000

/** What an admin may do is known to a service a moment after it was said. */
function knownCall(call: Call): Call {
  return (endpoint, given, about) => onceKnown(['permission_required'], () => call(endpoint, given, about))
}

/** @returns the admin who may do everything, signed in a moment ago */
export function createChief(run: Run, patientMs: number): () => Promise<Person> {
  let signedIn: Promise<Person> | undefined
  let at = 0
  return async () => {
    if (!signedIn || performance.now() - at > FRESH_MS) {
      at = performance.now()
      signedIn = insist(() => signIn(run, CHIEF))
    }
    const person = await signedIn
    return { ...person, call: knownCall(patientCall(person.call, patientMs)) }
  }
}
