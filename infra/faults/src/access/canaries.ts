import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { people } from '@talad/demo/people'
import { chooseKeys } from '@talad/dev/chain'
import { internalSecret } from '@talad/dev/secrets'
import type { System } from '@talad/e2e/system'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { z } from 'zod'

/** Texts that must turn up nowhere, by what they are. */
export type Canaries = Record<string, string>

const secretsSchema = z.record(z.string(), z.string())

/** The secrets of an installation, made at random when it first started: nothing else in the world looks like them. */
export async function secretsOf({ folder }: System): Promise<Canaries> {
  const kept = secretsSchema.parse(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')))
  const { internalToken = '' } = kept
  const own = serviceNames.map((name) => [internalTokenOf(name), internalSecret({ internalToken }, name)])
  return { ...kept, ...Object.fromEntries(own) }
}

/** The name among the secrets of what a service calls others with (GW-3). */
export const internalTokenOf = (service: ServiceName): string =>
  `internalToken_${service.replaceAll('-', '_')}`

/** Keys that sign on the chain. Here they are the public ones of anvil, as everywhere but in production. */
export function chainKeys(): Canaries {
  const { deployer, relayers, minters } = chooseKeys({})
  const persons = people.map(({ key, privateKey }) => [`the key of ${key}`, privateKey] as const)
  const working = relayers.map((key, index) => [`the key of relayer ${index + 1}`, key] as const)
  const minting = minters.map((key, index) => [`the key of minter ${index + 1}`, key] as const)
  const all = [['the deployer’s key', deployer] as const, ...working, ...minting, ...persons]
  return Object.fromEntries(all.map(([what, key]) => [what, key.replace(/^0x/, '')]))
}

/** Who somebody is: of everybody who signs in here. */
export function personalData(): Canaries {
  return Object.fromEntries(
    people.flatMap(({ key, phone, email }) => [
      [`the phone number of ${key}`, phone],
      [`the email address of ${key}`, email],
    ]),
  )
}

/** @returns what of them is in a text, in words */
export function findIn(text: string, canaries: Canaries): string[] {
  const lower = text.toLowerCase()
  return Object.entries(canaries)
    .filter(([, canary]) => lower.includes(canary.toLowerCase()))
    .map(([what]) => what)
}

/** Where it stands, for a person who has to find it; the secret itself is left out. */
export function around(text: string, canary: string): string {
  const at = text.toLowerCase().indexOf(canary.toLowerCase())
  return `${text.slice(Math.max(0, at - 120), at)}[here]${text.slice(at + canary.length, at + canary.length + 60)}`
}
