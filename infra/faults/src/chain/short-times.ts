import { TX_SETTINGS } from '@talad/shared/chain/tx-lane'

// Loaded by `--import` before a service: what the queue of deliveries waits for a minute comes in seconds.
Object.assign(TX_SETTINGS, {
  backoffMs: 300,
  maxBackoffMs: 2_000,
  stuckMs: 4_000,
  rebroadcastMs: 1_000,
  pollMs: 200,
})
