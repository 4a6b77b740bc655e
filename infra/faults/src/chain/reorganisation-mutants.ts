import type { Mutant } from '../proof.ts'

const rollback = 'services/asset-indexer/src/scan/rollback.ts'

export const reorganisationMutants: readonly Mutant[] = [
  {
    name: 'activity-stays',
    says: 'the rollback forgets the activity of blocks that are gone',
    edit: {
      file: rollback,
      find: "  await tx.query('delete from activity where block_number > $1', [fork])\n",
      replace: '',
    },
    size: 6,
  },
  {
    name: 'numbers-not-hashes',
    says: 'the scanner tells two chains apart by the number of the block instead of its hash',
    edit: {
      file: 'services/asset-indexer/src/scan/scanner.ts',
      find: 'return ours.hash === hash ?',
      replace: 'return ours.number === position ?',
    },
    size: 6,
  },
  {
    name: 'holders-stay',
    says: 'the rollback leaves the holders as they were',
    edit: { file: rollback, find: '    await saveBalances(tx, before, after)\n', replace: '' },
    size: 6,
  },
  {
    name: 'fills-stay',
    says: 'the order book keeps a fill whose block is gone',
    edit: {
      file: 'services/order-book/src/consumers/order-facts.ts',
      find: 'else if (offerer !== undefined) await',
      replace: 'else if (offerer !== undefined && fact.kind !== "filled") await',
    },
    size: 12,
  },
]
