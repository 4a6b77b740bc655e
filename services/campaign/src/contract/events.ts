import { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { z } from 'zod'

const at = { at: z.coerce.date() }
const by = { by: z.string(), ...at }

/** What a contract is for good (CA-52). */
const terms = z.object({
  projectId: z.string(),
  collectionId: z.string(),
  blockchain: z.string(),
  contractClass: z.enum(['erc721', 'erc1155']),
  name: z.string(),
  symbol: z.string(),
  factory: z.string(),
  /** address of the signer of all its transactions (CA-53) */
  lane: z.string(),
})
export type ContractTerms = z.infer<typeof terms>

const progress = z.object({
  txStatus: z.enum(txStatuses),
  txHash: z.string().nullable(),
  retryCount: z.int(),
  retryReason: z.string().nullable(),
})
/** How its deployment goes. */
export type Progress = z.infer<typeof progress>

export const contractEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ContractRequested'), data: z.object({ ...by, terms }) }),
  z.object({ type: z.literal('DeploymentMoved'), data: z.object({ ...at, progress }) }),
  z.object({ type: z.literal('ContractDeployed'), data: z.object({ ...at, address: z.string() }) }),
  z.object({ type: z.literal('DeploymentFailed'), data: z.object({ ...at, reason: z.string() }) }),
  z.object({ type: z.literal('DeploymentRetried'), data: z.object(by) }),
  z.object({ type: z.literal('ContractDisabled'), data: z.object({ ...by, disabled: z.boolean() }) }),
])
export type ContractEvent = z.infer<typeof contractEvent>

export const contractState = z.object({
  terms,
  progress,
  /** where it is, once that is known */
  address: z.string().nullable(),
  failedReason: z.string().nullable(),
  disabled: z.boolean(),
  /** how often it was asked for; each is a transaction of its own to one address */
  tries: z.int(),
  created: z.coerce.date(),
  updated: z.coerce.date(),
})
/** A contract of a virtual collection (A§3). */
export type CollectionContract = z.infer<typeof contractState>
