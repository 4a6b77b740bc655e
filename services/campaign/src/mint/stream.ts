import { stream, wholeState } from '@talad/shared/stream'
import { supplyRefusals } from '../holding/counters.ts'
import { decide, evolve } from './decide.ts'
import { type Mint, mintEvent, mintState } from './events.ts'
import { publish } from './publish.ts'
import { saveMints } from './save.ts'

/** What is brought on chain, each once. */
export const mints = stream({
  name: 'mint',
  event: mintEvent,
  initial: undefined as Mint | undefined,
  evolve,
  decide,
  publicState: wholeState(mintState),
  publish,
  save: saveMints,
  constraints: {
    ...supplyRefusals,
    mint_token_once: { code: 'TOKEN_TAKEN', field: 'nft.item_token_id' }, // CA-48
    mint_automint_once: { code: 'AUTOMINT_TAKEN', field: 'nft.automint_id' }, // CA-48
  },
})
