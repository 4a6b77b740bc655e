import { holds, type Proof } from '../proof.ts'
import { runProof } from '../run.ts'
import { UNCHECKED, UNCHECKED_LISTINGS } from './limits-mutants.ts'
import { listingLimits } from './listing-limits.ts'
import { purchaseLimits } from './purchase-limits.ts'

/** B17: that limits hold is the database's doing, and not that of the checks before it. */
export const uncheckedLimits: Proof = {
  id: 'B17-unchecked',
  title:
    'with the checks of limits and balances taken out of the code, the constraints of the database alone hold them',
  size: 3,
  unit: 'rounds of each kind for each check that is taken out',
  limitMinutes: 12,
  async run({ size, seed, mutant, say }) {
    const attempts = [
      ...UNCHECKED.map((taken) => ({ proof: purchaseLimits, taken })),
      ...UNCHECKED_LISTINGS.map((taken) => ({ proof: listingLimits, taken })),
    ]
    for (const { proof, taken } of attempts) {
      // each in a process of its own, which loads the code without the check
      const fault = mutant === taken.name ? { ...taken, name: `${taken.name}-and-unguarded` } : taken
      const outcome = await runProof(proof, { size, seed, mutant: fault, say: () => undefined })
      holds(outcome.holds, outcome.holds ? '' : `without its check: ${taken.says}: ${outcome.why}`)
      say(`holds without its check: ${taken.says}`)
    }
    return { 'checks taken out': attempts.length, rounds: attempts.length * size }
  },
  mutants: [...UNCHECKED, ...UNCHECKED_LISTINGS].map(({ name, says }) => ({
    name,
    says: `${says}, and its constraint is gone`,
    size: 2,
  })),
  found: [],
}
