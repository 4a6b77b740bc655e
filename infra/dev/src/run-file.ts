import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Person, people } from '@talad/demo/people'
import { type Staff, staff } from '@talad/demo/staff'
import { permission } from '@talad/proto/http/permissions'
import { serviceNames } from '@talad/services/manifests'
import { computeAddress } from 'ethers'
import { z } from 'zod'
import type { DeployedCollection } from './chain.ts'
import { adminUrl, CHAIN_SLUG, type Surroundings, serviceUrl } from './services.ts'

const address = z.string().regex(/^0x[0-9a-f]{40}$/)

const account = z.object({
  key: z.string(),
  name: z.string(),
  nameTH: z.string(),
  address,
  privateKey: z.string(),
  joinId: z.string(),
  kycLevel: z.enum(['BRONZE', 'SILVER', 'GOLD']),
})

/** What `run.json` says: where everything is. Tests, scripts and tools find a running system by it alone. */
export const runSchema = z.object({
  pid: z.int(),
  /** the site and all its calls */
  gateway: z.url(),
  /** the admins' app, with the same calls */
  admin: z.url(),
  /** stand-ins of the outside providers */
  sandbox: z.url(),
  rpc: z.url(),
  chainId: z.int(),
  blockchain: z.string(),
  contracts: z.object({
    seaport: address,
    conduitController: address,
    zone: address,
    pointToken: address,
    thbk: address,
    wrappedJfin: address,
    treasury: address,
    relayers: z.array(address),
    collections: z.array(
      z.object({ key: z.string(), address, type: z.enum(['erc721', 'erc1155']), slug: z.string() }),
    ),
  }),
  /** the demonstration people; their keys are public and worthless elsewhere */
  accounts: z.array(account),
  /** the demonstration's admins, one of each kind, who sign in as everybody does */
  admins: z.array(account.extend({ may: z.union([z.array(permission), z.literal('super_admin')]) })),
  /** as their owner, with the password: this file is for its owner's eyes only */
  databases: z.record(z.string(), z.url()),
  /** comma list of host:port; absent: the embedded bus, in the database `bus` */
  kafkaBrokers: z.string().optional(),
  services: z.record(z.string(), z.url()),
  /** process of each service that has one of its own, else of the launcher */
  processes: z.record(z.string(), z.int()),
})
export type Run = z.infer<typeof runSchema>

/** Describes a system whose parts are all placed. */
export function describeRun(around: Surroundings, processes: Record<string, number>): Run {
  const { chain, ports } = around
  const { deployment } = chain
  return {
    pid: process.pid,
    gateway: serviceUrl(ports, 'gateway'),
    admin: adminUrl(ports),
    sandbox: around.sandboxUrl,
    rpc: chain.rpcUrl,
    chainId: deployment.chainId,
    blockchain: CHAIN_SLUG,
    contracts: {
      seaport: deployment.seaport,
      conduitController: deployment.conduitController,
      zone: deployment.zone,
      pointToken: deployment.pointToken,
      thbk: deployment.thbk,
      wrappedJfin: deployment.wrappedJfin,
      treasury: chain.keys.treasury,
      relayers: chain.keys.relayers.map((one) => computeAddress(one).toLowerCase()),
      collections: chain.collections.map(describeCollection),
    },
    accounts: people.map(describePerson),
    admins: staff.map((one) => ({
      ...describePerson(one),
      may: one.may === 'super_admin' ? one.may : [...one.may],
    })),
    databases: around.databases,
    ...(around.kafkaBrokers === undefined ? {} : { kafkaBrokers: around.kafkaBrokers }),
    services: Object.fromEntries(serviceNames.map((name) => [name, serviceUrl(ports, name)])),
    processes,
  }
}

function describePerson({ key, name, privateKey, joinId, level }: Person | Staff) {
  const address = computeAddress(privateKey).toLowerCase()
  return { key, name: name.en, nameTH: name.th, address, privateKey, joinId, kycLevel: level }
}

function describeCollection({ key, address, type, slug }: DeployedCollection) {
  return { key, address, type, slug }
}

const fileOf = (folder: string) => join(folder, 'run.json')

/** Writes `run.json`, whole or not at all. */
export async function writeRun(folder: string, run: Run): Promise<void> {
  const next = `${fileOf(folder)}.next`
  await writeFile(next, `${JSON.stringify(run, undefined, 2)}\n`, { mode: 0o600 })
  await rename(next, fileOf(folder))
}

/** Takes `run.json` away: nothing runs any more. */
export function removeRun(folder: string): Promise<void> {
  return rm(fileOf(folder), { force: true })
}

/** Reads `run.json` of a data folder. @throws Error when nothing runs there */
export async function readRun(folder: string): Promise<Run> {
  return runSchema.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')))
}
