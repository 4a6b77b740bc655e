import { service } from '@talad/campaign/service'
import { loadConfig } from '@talad/shared/config'
import { runAsProcess } from '@talad/shared/service'

// Campaign in a process of its own, to be killed: as it is, but for the times of the chain, whose blocks are short here.
const txSettings = {
  backoffMs: 100,
  maxBackoffMs: 2_000,
  stuckMs: 3_000,
  rebroadcastMs: 1_000,
  pollMs: 100,
}
const config = loadConfig(service.manifest.name, service.config, process.env)
await runAsProcess(() => service.start(config, { outside: { txSettings } }))
