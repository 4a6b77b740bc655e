import type { Pattern } from '@talad/proto/http/identity/verified-fields'
import type { Sealer } from '@talad/shared/sealing'
import { type OutsideProof, outsideProof, type Proof } from './proof.ts'

/** What something can be given to before anybody has signed in by it (ID-33). */
export type Meant = { kind: 'phone' | 'line' | 'wallet'; value: string }

/** ID-42: what is kept of it. */
export const hashOfMeant = (personal: Sealer, { kind, value }: Meant): Buffer =>
  personal.fingerprint(`placeholder ${kind} ${value}`)

/** By what identity knows a LINE user. @param value as patterns say it: case-folded */
export function lineIdOf(personal: Sealer, scope: string, value: string): string {
  const subject = `U${value.slice(1)}`
  const about: Omit<Parameters<typeof outsideProof>[1], 'provider'> = {
    scope,
    subject,
    clientId: '',
    displayName: null,
    isFresh: false,
  }
  const { externalId }: OutsideProof = outsideProof(personal, { ...about, provider: 'line' })
  return JSON.stringify([scope, externalId])
}

const wallet = (value: string): Meant => ({ kind: 'wallet', value: value.toLowerCase() })

/** What Join says of a person beside who they are. */
export const walletMeant = (address: string | undefined): Meant[] => (address ? [wallet(address)] : [])
export const phoneMeant = (phone: string | null): Meant[] => (phone ? [{ kind: 'phone', value: phone }] : [])

/** What a proof shows to be somebody's: a wallet whose key signed, and what Join and LINE vouch for. */
export function meantBy(proof: Proof): Meant[] {
  switch (proof.provider) {
    case 'web3':
      return proof.scope === '' ? [wallet(proof.address)] : [] // ID-27: a contract's word is of its chain alone
    case 'line':
      return [{ kind: 'line', value: JSON.stringify([proof.scope, proof.externalId]) }]
    case 'join':
      return phoneMeant(proof.profile.personal.phone)
    default:
      return []
  }
}

/** What a pattern without a star means, where it is a phone, a LINE user or a wallet. @param scope provider of LINE */
export function meantByPattern(
  personal: Sealer,
  { provider, field, value }: Pattern,
  scope: string | undefined,
): Meant | undefined {
  if (value.includes('*')) return undefined
  if (field === 'walletAddress') return wallet(value)
  if (provider === 'join' && field === 'phone') return { kind: 'phone', value }
  if (provider === 'line' && scope !== undefined)
    return { kind: 'line', value: lineIdOf(personal, scope, value) }
  return undefined
}
