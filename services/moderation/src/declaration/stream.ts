import { stream, wholeState } from '@talad/shared/stream'
import { after } from '../decision.ts'
import { decide } from './decide.ts'
import { type Declared, type DeclaredEvent, declaredEvent, declaredState } from './events.ts'
import { declarationRows } from './read-model.ts'

function evolve(state: Declared | undefined, { type, data }: DeclaredEvent): Declared {
  if (type === 'DeclarationsSet') return { ...after(state, data), terms: data.terms, removed: false }
  if (!state) throw new Error('declarations that are removed before they were there')
  return { ...after(state, data), terms: state.terms, removed: true }
}

/** One stream for who declares and a range: two who write the same meet in one place (MO-37). */
export const declarations = stream({
  name: 'declaration',
  event: declaredEvent,
  initial: undefined as Declared | undefined,
  evolve,
  decide,
  publicState: wholeState(declaredState),
  readModels: [declarationRows],
})
