import type { Mutant } from '../proof.ts'

const broadcast = 'services/_shared/src/chain/tx-broadcast.ts'

export const deliveryMutants: readonly Mutant[] = [
  {
    name: 'fresh-nonce',
    says: 'after a time-out of the broadcast the job starts again with a fresh nonce',
    edit: {
      file: broadcast,
      find: "    if (fault !== 'known') return refused(lane, job, attempt, error)\n",
      replace: `    if (fault === 'unavailable')
      return change(lane, job, { status: 'pending', nonce: null, gas_limit: null, from_block: null, reserved_at: null })
    if (fault !== 'known') return refused(lane, job, attempt, error)
`,
    },
    size: 40,
  },
  {
    name: 'sent-before-stored',
    says: 'the bytes leave before they and their nonce are stored',
    edit: {
      file: 'services/_shared/src/chain/tx-reserve.ts',
      find: '  const reserved = await change(lane, job, {\n',
      replace:
        "  await lane.provider.send('eth_sendRawTransaction', [attempt.raw])\n  const reserved = await change(lane, job, {\n",
    },
    size: 40,
  },
]
