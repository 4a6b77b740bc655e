import { Rejection } from '@talad/shared/rejection'
import type { Mint, MintEvent, MintTerms } from './events.ts'

type Request = { type: 'Request'; by: string; now: Date; terms: MintTerms; receiver: string }
/** the chain has it, deep enough */
type Mine = { type: 'Mine'; now: Date; txHash: string; contract: string }
type Unmine = { type: 'Unmine'; now: Date }
/** nothing of it is on chain, nor will be */
type Fail = { type: 'Fail'; now: Date; reason: string }
/** `signed`: a transaction of it holds a nonce */
type Cancel = { type: 'Cancel'; by: string; now: Date; signed: boolean }
/** the chain lacks its key */
type Retry = { type: 'Retry'; by: string; now: Date; receiver: string }
export type MintCommand = Request | Mine | Unmine | Fail | Cancel | Retry

/** CA-46, CA-48. @throws Rejection MINT_NOT_FOUND, MINT_UNDER_WAY, MINT_NOT_ENDED */
export function decide(command: MintCommand, mint: Mint | undefined): readonly MintEvent[] {
  const { now: at } = command
  if (command.type === 'Request') {
    const { by, terms, receiver } = command
    return mint ? [] : [{ type: 'MintRequested', data: { by, at, terms, receiver } }]
  }
  if (!mint) throw new Rejection('MINT_NOT_FOUND', { field: '_id' })
  switch (command.type) {
    case 'Mine': {
      const { txHash, contract } = command
      // CA-48: what the chain has is mined, whatever was thought of it
      if (mint.state === 'mined' && mint.txHash === txHash) return []
      return [{ type: 'MintMined', data: { at, txHash, contract } }]
    }
    case 'Unmine':
      return mint.state === 'mined' ? [{ type: 'MintUnmined', data: { at } }] : []
    case 'Fail':
      return mint.state === 'open' ? [{ type: 'MintFailed', data: { at, reason: command.reason } }] : []
    case 'Cancel':
      if (mint.state === 'canceled') return []
      if (mint.state !== 'open' || command.signed) throw new Rejection('MINT_UNDER_WAY') // CA-46
      return [{ type: 'MintCanceled', data: { by: command.by, at } }]
    case 'Retry': {
      const { by, receiver } = command
      if (mint.state === 'open' || mint.state === 'mined') throw new Rejection('MINT_NOT_ENDED') // CA-48
      return [{ type: 'MintRetried', data: { by, at, receiver } }]
    }
  }
}

export function evolve(mint: Mint | undefined, { type, data }: MintEvent): Mint {
  const none = { txHash: null, contract: null, failedReason: null }
  if (type === 'MintRequested') {
    const { terms, receiver, at } = data
    return { terms, receiver, state: 'open', ...none, since: at, created: at, updated: at }
  }
  if (!mint) throw new Error('a mint that nobody asked for has changed')
  const after = { ...mint, ...none, updated: data.at }
  switch (type) {
    case 'MintMined':
      return { ...after, state: 'mined', txHash: data.txHash, contract: data.contract }
    case 'MintUnmined':
      return { ...after, state: 'open' }
    case 'MintFailed':
      return { ...after, state: 'failed', failedReason: data.reason }
    case 'MintCanceled':
      return { ...after, state: 'canceled' }
    case 'MintRetried':
      return { ...after, state: 'open', receiver: data.receiver, since: data.at }
  }
}

/** How a mint without a holding counts (CA-49); one that brings a holding on chain was counted when that was granted. */
export function countsOf(mint: Mint | undefined): { count: number; reserve: number } {
  const isDirect = mint?.terms.holdingId === null
  return {
    count: isDirect && mint.state === 'mined' ? 1 : 0,
    reserve: isDirect && mint.state === 'open' ? 1 : 0,
  }
}
