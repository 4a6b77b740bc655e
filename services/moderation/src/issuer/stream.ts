import { stream, wholeState } from '@talad/shared/stream'
import { after } from '../decision.ts'
import { decide } from './decide.ts'
import { type Issuer, type IssuerEvent, issuerEvent, issuerState } from './events.ts'
import { publish } from './publish.ts'
import { issuerRows } from './read-model.ts'

function evolve(state: Issuer | undefined, { type, data }: IssuerEvent): Issuer {
  if (type === 'IssuerSet') return { ...after(state, data), terms: data.terms, gone: false }
  if (!state) throw new Error('an issuer that is removed before it was there')
  return { ...after(state, data), terms: { ...state.terms, active: false }, gone: data.gone }
}

/** What an issuer is; what it means for sales, the fees of each contract say. */
export const issuers = stream({
  name: 'issuer',
  event: issuerEvent,
  initial: undefined as Issuer | undefined,
  evolve,
  decide,
  publish,
  publicState: wholeState(issuerState),
  readModels: [issuerRows],
})
