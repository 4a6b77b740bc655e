import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt'
import type { Deployment } from '@talad/contracts/deploy'
import type { Endpoint } from '@talad/proto/http/contract'
import type { RejectionTable } from '@talad/proto/http/rejection-row'

/** MO-38: what every admin may do, from moderation to every service that admins call. */
export const PERMISSION_TOPIC = 'moderation.permission.v1'
/** GW-27: what admins did, from every service to moderation. */
export const AUDIT_TOPIC = 'moderation.audit.v1'

/** What a service finds around it on a machine of development; the launcher makes it. */
export type Surroundings = {
  /** the services behind the gateway and where they answer */
  upstreams: Readonly<Record<string, string>>
  /** a secret of this installation, the same at each start: 48 hex digits */
  secret(name: string): string
  /** seals personal data: 64 hex digits */
  personalDataKey: string
  /** stand-ins of the outside providers */
  sandboxUrl: string
  /** origins by which browsers on this machine may call the gateway, the printed one first */
  origins: readonly string[]
  /** origins of the admins' app */
  adminOrigins: readonly string[]
  dataFolder: string
  webDist: string
  adminDist: string
  redisUrl: string | undefined
  chain: {
    rpcUrl: string
    slug: string
    /** blocks until something on chain counts as final */
    confirmations: number
    deployment: Deployment
    collections: readonly {
      address: string
      type: 'erc721' | 'erc1155'
      slug: string
      name: string
    }[]
    keys: { relayers: readonly string[]; minters: readonly string[]; treasury: string }
  }
}

/** What a message means to somebody who watches: whom it concerns, and what they are shown. */
export type LiveUpdate = {
  /** an event of the gateway's contract, which says what its data is */
  event: string
  /** `account:<id>`, `order:<hash>` …: whoever asked to hear of one of them, and may, is told once */
  audiences: readonly string[]
  /** what the data tells of: of two updates of one subject that go out together only the later is told */
  subject: string
  data: object
}

/** One type of published message that is shown live. */
export type LiveSource = {
  topic: string
  /** full protobuf name */
  type: string
  updatesOf: (payload: Uint8Array) => readonly LiveUpdate[]
}

/** Declares what the messages of one type mean to those who watch. */
export function liveSource<D extends DescMessage>(
  topic: string,
  schema: D,
  updatesOf: (message: MessageShape<D>) => readonly LiveUpdate[],
): LiveSource {
  return { topic, type: schema.typeName, updatesOf: (payload) => updatesOf(fromBinary(schema, payload)) }
}

/** A time of a message as JSON carries it (GW-13). */
export function isoTimeOf(time: Timestamp | undefined): string {
  return (time ? timestampDate(time) : new Date(0)).toISOString()
}

/** What must hold, and how the service's own database is asked whether it does. */
export type Invariant = {
  description: string
  /** returns the rows that break it */
  sql: string
}

/**
 * What others may know of a service: data and pure functions, without input or output. The launcher, the gateway, the
 * proofs and the generated tables read it; a new service is its folder and a line in the list of manifests.
 */
export type Manifest<Name extends string = string> = {
  name: Name
  /** one line for the table of services */
  description: string
  /** the calls that it answers */
  contract: Readonly<Record<string, Endpoint>>
  rejections: RejectionTable
  /** topics that it alone writes, and those on which it sends commands */
  publishes: readonly string[]
  /** topics that its consumers follow */
  consumes: readonly string[]
  /** which of the messages that it publishes are shown live */
  live?: readonly LiveSource[]
  /** its own settings on a machine of development, besides those that all services have */
  development: (around: Surroundings) => Record<string, string>
  /** what must hold whenever nothing is under way: looked at each day */
  invariants: readonly Invariant[]
  /** broken by what waits until a person has decided on it: counted each minute, and any of it is an alert */
  needsReview?: readonly Invariant[]
  /** what is still under way, a row each (`what`); nothing when all is at rest */
  inFlight?: readonly string[]
}

/** Adds what follows from the contract: who answers admins hears what they may do, and publishes what they did. */
export function defineManifest<const Name extends string>(manifest: Manifest<Name>): Manifest<Name> {
  const forAdmins = Object.values(manifest.contract).some(({ auth }) => auth.kind === 'admin')
  if (!forAdmins) return manifest
  const { publishes, consumes: hears } = manifest
  return {
    ...manifest,
    publishes: [...new Set([...publishes, AUDIT_TOPIC])],
    // who grants knows it already
    consumes: publishes.includes(PERMISSION_TOPIC) ? hears : [...new Set([...hears, PERMISSION_TOPIC])],
  }
}
