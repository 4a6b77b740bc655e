import { stream, wholeState } from '@talad/shared/stream'
import { decide, evolve } from './decide.ts'
import { type CollectionContract, contractEvent, contractState } from './events.ts'
import { publish } from './publish.ts'
import { saveContracts } from './rows.ts'

/** By which contracts tokens of virtual collections come on chain. */
export const contracts = stream({
  name: 'contract',
  event: contractEvent,
  initial: undefined as CollectionContract | undefined,
  evolve,
  decide,
  publicState: wholeState(contractState),
  publish,
  save: saveContracts,
  constraints: { contract_once: 'CONTRACT_EXISTS' }, // CA-52
})
