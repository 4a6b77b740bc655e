import type { Phase } from '../crash/strike.ts'
import type { Mutant } from '../proof.ts'
import type { troubles } from './delivery-troubles.ts'

/** On one line each, as points are told by their lines. */
export const deliveryCrashMutants: readonly Mutant[] = [
  {
    name: 'fresh-nonce',
    says: 'a delivery whose broadcast was not answered starts again with a fresh nonce',
    edit: {
      file: 'services/_shared/src/chain/tx-broadcast.ts',
      find: "    if (fault !== 'known') return refused(lane, job, attempt, error)\n",
      replace:
        "    if (fault === 'unavailable') return change(lane, job, { status: 'pending', nonce: null, gas_limit: null, from_block: null, reserved_at: null }); if (fault !== 'known') return refused(lane, job, attempt, error)\n",
    },
    size: 1,
  },
  {
    name: 'sent-before-stored',
    says: 'the bytes leave before they and their nonce are stored',
    edit: {
      file: 'services/_shared/src/chain/tx-reserve.ts',
      find: '  const reserved = await change(lane, job, {\n',
      replace:
        "  await lane.provider.send('eth_sendRawTransaction', [attempt.raw]); const reserved = await change(lane, job, {\n",
    },
    size: 1,
  },
  {
    name: 'not-buried',
    says: 'a delivery that failed, and was refunded, is let alone when its block is taken back',
    edit: {
      file: 'services/_shared/src/chain/tx-settled.ts',
      find: '        else await bury(lane, job)\n',
      replace: '        else await Promise.resolve(bury)\n',
    },
    size: 1,
  },
]

/** The trouble that a fault shows in, and the kill that it needs. */
export type Aim = { trouble: keyof typeof troubles; point?: RegExp; phase?: Phase }

export const deliveryAims: ReadonlyMap<string, Aim> = new Map<string, Aim>([
  ['fresh-nonce', { trouble: 'unanswered' }],
  [
    'sent-before-stored',
    { trouble: 'moved', point: /tx-reserve\.ts:\d+ DeliveryProgressed$/, phase: 'before' },
  ],
  ['not-buried', { trouble: 'buried' }],
])
