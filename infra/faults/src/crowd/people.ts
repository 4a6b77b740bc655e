import { createHash } from 'node:crypto'
import type { Run } from '@talad/dev/run-file'
import { control, type Person, signInAs } from '@talad/dev/seed/site'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { computeAddress } from 'ethers'
import { patientCall, sideBySide } from './patient.ts'

const SIGN_INS_AT_ONCE = 8

/** A key that follows from a name, so that a repeated run has the same people. Worthless outside a test chain. */
const keyOf = (name: string) => `0x${createHash('sha256').update(`talad crowd ${name}`).digest('hex')}`

const phoneOf = (name: string) => {
  const number = createHash('sha256').update(name).digest().readUIntBE(0, 6) % 1e9
  return `+669${String(number).padStart(9, '0')}`
}

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
  const users = names.map((name) => ({
    id: name,
    nameTH: name,
    nameEN: name,
    phone: phoneOf(name),
    email: `${name}@example.com`,
    level: 'SILVER',
    privateKey: keyOf(name),
  }))
  await control(run, 'POST', 'join/users', { users })
  return sideBySide(names, SIGN_INS_AT_ONCE, async (joinId) => {
    const privateKey = keyOf(joinId)
    const address = computeAddress(privateKey).toLowerCase()
    const person = await signInAs(run, { joinId, address, privateKey })
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
