import { register } from '@talad/calls/people'
import type { Run } from '@talad/dev/run-file'
import { type Call, type Person, signIn, signInAs } from '@talad/dev/seed/site'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { onceKnown, patientCall, retry, sideBySide } from './patient.ts'

const SIGN_INS_AT_ONCE = 8

/**
 * Makes people at the (sandbox) Join service, level SILVER, and signs each in through the gateway. Their tokens end
 * after ACCESS_TOKEN_SECONDS of identity.
 * @param kind their joinIds are `crowd-<kind>-0` and so on; the same kind again gives the same people
 * @param patientMs how long each of their calls is repeated while something is away
 */
export async function signInCrowd(
  run: Run,
  kind: string,
  count: number,
  patientMs: number,
): Promise<Person[]> {
  const names = Array.from({ length: count }, (_, index) => `crowd-${kind}-${index}`)
  return sideBySide(await register(run, names, 'SILVER'), SIGN_INS_AT_ONCE, async (account) => {
    const person = await signInAs(run, account)
    return { ...person, call: patientCall(person.call, patientMs) }
  })
}

/** Points that were bought, or baht that was earned. */
export type Unit = 'pt_thb' | 'ft_thb'

/**
 * Credits points by the ledger's own development call: a real top-up, of the provider "dev", so the books stay whole.
 * @param key the same key credits once
 */
export async function givePoints(
  person: Person,
  satang: number,
  key: string,
  unit: Unit = 'pt_thb',
): Promise<void> {
  await person.call(ledgerHttp.fastTopup, { body: { unit, amount: satang } }, { idempotencyKey: key })
}

/** The demonstration's admin who may do everything. */
const CHIEF = 'demo-prapha'
/** A sign-in counts as fresh for ten minutes (AW-14). */
const FRESH_MS = 5 * 60_000

/** @returns the admin who may do everything, signed in a moment ago */
export function createChief(run: Run, patientMs: number): () => Promise<Person> {
  let signedIn: Promise<Person> | undefined
  let at = 0
  return async () => {
    if (!signedIn || performance.now() - at > FRESH_MS) {
      at = performance.now()
      signedIn = retry(() => signIn(run, CHIEF))
    }
    const person = await signedIn
    const call = patientCall(person.call, patientMs)
    // what an admin may do is known to a service a moment after it was said
    const known: Call = (...given) => onceKnown(['permission_required'], () => call(...given))
    return { ...person, call: known }
  }
}
