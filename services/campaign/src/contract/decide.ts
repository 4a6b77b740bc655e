import { Rejection } from '@talad/shared/rejection'
import type { CollectionContract, ContractEvent, ContractTerms, Progress } from './events.ts'

type Request = { type: 'Request'; by: string; now: Date; terms: ContractTerms }
/** what the chain queue says of its deployment */
type Move = { type: 'Move'; now: Date; progress: Progress }
/** what the factory says of its address once the deployment has ended; undefined: nothing is there */
type Settle = { type: 'Settle'; now: Date; address: string | undefined; reason: string }
type Disable = { type: 'Disable'; by: string; now: Date; disabled: boolean }
export type ContractCommand = Request | Move | Settle | Disable

const FRESH: Progress = { txStatus: 'pending', txHash: null, retryCount: 0, retryReason: null }

/** Whether its deployment has ended. */
const hasEnded = ({ address, failedReason }: CollectionContract) => address !== null || failedReason !== null

/** CA-52. @throws Rejection CONTRACT_EXISTS, CONTRACT_NOT_FOUND */
export function decide(
  command: ContractCommand,
  state: CollectionContract | undefined,
): readonly ContractEvent[] {
  const { now: at } = command
  if (command.type === 'Request') {
    const { by, terms } = command
    if (!state) return [{ type: 'ContractRequested', data: { by, at, terms } }]
    if (state.failedReason === null) throw new Rejection('CONTRACT_EXISTS') // CA-52
    return [{ type: 'DeploymentRetried', data: { by, at } }] // at the same address, by the same salt
  }
  if (!state) throw new Rejection('CONTRACT_NOT_FOUND', { field: '_id' })
  switch (command.type) {
    case 'Move':
      return hasEnded(state) ? [] : [{ type: 'DeploymentMoved', data: { at, progress: command.progress } }]
    case 'Settle': {
      const { address, reason } = command
      if (state.address !== null) return []
      if (address !== undefined) return [{ type: 'ContractDeployed', data: { at, address } }] // CA-48: the chain has it
      return state.failedReason === null ? [{ type: 'DeploymentFailed', data: { at, reason } }] : []
    }
    case 'Disable': {
      const { by, disabled } = command
      return disabled === state.disabled ? [] : [{ type: 'ContractDisabled', data: { by, at, disabled } }]
    }
  }
}

export function evolve(
  state: CollectionContract | undefined,
  { type, data }: ContractEvent,
): CollectionContract {
  if (type === 'ContractRequested') {
    const { terms, at } = data
    const none = { address: null, failedReason: null, disabled: false }
    return { terms, progress: FRESH, ...none, tries: 1, created: at, updated: at }
  }
  if (!state) throw new Error('a contract that nobody asked for has changed')
  const after = { ...state, updated: data.at }
  switch (type) {
    case 'DeploymentMoved':
      return { ...after, progress: data.progress }
    case 'ContractDeployed':
      return {
        ...after,
        address: data.address,
        failedReason: null,
        progress: { ...state.progress, txStatus: 'mined' },
      }
    case 'DeploymentFailed':
      return { ...after, failedReason: data.reason, progress: { ...state.progress, txStatus: 'failed' } }
    case 'DeploymentRetried':
      return { ...after, failedReason: null, progress: FRESH, tries: state.tries + 1 }
    case 'ContractDisabled':
      return { ...after, disabled: data.disabled }
  }
}
